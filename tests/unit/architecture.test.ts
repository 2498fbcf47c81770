/** The ladder of ARCHITECTURE.md as data: which folder may import which, and which packages. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const CONTRACT = 'supabase/functions/_shared/contract';

interface Rule {
  /** Other folders it may import from; the folder itself is always allowed. */
  readonly folders: readonly string[];
  /** Packages it may import; a trailing star is a wildcard. */
  readonly packages: readonly string[];
}

const REACT = [
  'react',
  'react-dom/*',
  'react-error-boundary',
  'react-router',
  'react-hook-form',
  '@hookform/resolvers/*',
  'zod/mini',
  'clsx',
  'lucide-react',
  'react-i18next',
  '@tanstack/react-query',
];
const PROVIDER = 'src/yjs-supabase/src';
/** The doors of the provider. Two of its files have their own, because pages without a document use them. */
const DOORS: Readonly<Record<string, string>> = {
  '#yjs-supabase': `${PROVIDER}/index.ts`,
  '#yjs-supabase/clock': `${PROVIDER}/ports/clock.ts`,
  '#yjs-supabase/realtime-codec': `${PROVIDER}/supabase/realtime-codec.ts`,
};
const BELOW_FEATURES = [CONTRACT, PROVIDER, 'src/app/ui', 'src/app/i18n', 'src/app/data', 'src/app/room'];
const feature = (...more: string[]): Rule => ({
  folders: BELOW_FEATURES,
  packages: [...REACT, 'yjs', 'y-protocols/*', ...more],
});
const FEATURES = [
  'auth',
  'documents',
  'sharing',
  'editor',
  'presence',
  'history',
  'unsent',
  'comments',
  'notifications',
  'formats',
  'find',
  'offline',
  'templates',
];

/** The folders inside the provider, from top to bottom, with the packages of each: a folder may import those above it. */
function inProvider(packages: Readonly<Record<string, readonly string[]>>): Record<string, Rule> {
  const folders = Object.keys(packages).map((name) => `${PROVIDER}/${name}`);
  return Object.fromEntries(
    Object.values(packages).map((allowed, at) => [
      folders[at]!,
      { folders: folders.slice(0, at), packages: allowed },
    ]),
  );
}

/** From top to bottom; the longest matching folder is the rule of a file. */
const LADDER: Readonly<Record<string, Rule>> = {
  // Stand in the package in place of files of `supabase/functions/_shared`.
  'src/yjs-supabase/functions': { folders: [], packages: ['yjs'] },
  [CONTRACT]: { folders: [], packages: ['zod/mini', 'yjs', 'diff', 'jose', 'asn1js', '@orama/stemmers/*'] },
  ...inProvider({
    ports: [],
    protocol: ['lib0/*'],
    core: ['yjs'],
    doc: ['yjs', 'y-protocols/*', 'lib0/*'],
    provider: ['yjs', 'y-protocols/*', 'lib0/*'],
    supabase: ['yjs', 'zod/mini', '@supabase/supabase-js (types)'],
  }),
  [`${PROVIDER}/testing`]: {
    folders: [`${PROVIDER}/doc`, `${PROVIDER}/ports`, `${PROVIDER}/protocol`],
    packages: ['yjs', 'vitest'],
  },
  // The door.
  [PROVIDER]: {
    folders: ['ports', 'core', 'doc', 'protocol', 'provider', 'supabase'].map((one) => `${PROVIDER}/${one}`),
    packages: [],
  },
  'src/app/ui': {
    folders: [CONTRACT],
    packages: [
      'react',
      'react-dom',
      'radix-ui/*',
      '@floating-ui/dom',
      'react-hot-toast/*',
      'clsx',
      'lucide-react',
      '@fontsource-variable/*',
    ],
  },
  'src/app/i18n': {
    folders: [CONTRACT],
    packages: ['react', 'i18next', 'react-i18next', 'date-fns'],
  },
  'src/app/data': {
    folders: [CONTRACT, PROVIDER],
    packages: ['zod/mini', '@supabase/*', '@tanstack/react-query'],
  },
  'src/app/room': {
    folders: [CONTRACT, PROVIDER, 'src/app/ui', 'src/app/i18n', 'src/app/data'],
    packages: ['yjs', 'y-protocols/*', 'lib0/*', 'react', 'zod/mini', '@supabase/supabase-js (types)'],
  },
  'src/app/auth': feature(),
  'src/app/documents': feature(),
  'src/app/sharing': feature(),
  'src/app/presence': feature(),
  'src/app/editor': feature(
    '@tiptap/*',
    'lib0/*',
    'radix-ui/*',
    'react-dom',
    '@floating-ui/dom',
    'lowlight',
    'highlight.js',
    'katex',
    'mathml-to-latex',
    'highlight.js/*',
    'linkifyjs',
    'markdown-it',
    'fflate',
  ),
  'src/app/history': feature('react-day-picker', 'react-day-picker/*'),
  'src/app/unsent': feature(),
  'src/app/comments': feature(),
  'src/app/notifications': feature('react-dom'),
  'src/app/find': feature(),
  'src/app/formats': feature('docx', 'docx/math', 'mammoth', 'fflate', '@xmldom/xmldom'),
  'src/app/offline': feature(),
  'src/app/offline/worker': { folders: ['src/app/offline'], packages: [] },
  'src/app/templates': feature(),
  'src/app/dev': { folders: [CONTRACT, 'src/app/ui', 'src/app/i18n', 'src/app/room'], packages: REACT },
  'src/app/pages': {
    folders: [...BELOW_FEATURES, ...FEATURES.map((name) => `src/app/${name}`)],
    packages: [...REACT, 'yjs', 'y-protocols/*'],
  },
  'src/app': {
    folders: [...BELOW_FEATURES, 'src/app/auth', 'src/app/dev', 'src/app/offline', 'src/app/pages'],
    packages: REACT,
  },
  'src/embedded-supabase': { folders: [], packages: ['*'] },
  'supabase/functions/_shared/server': {
    folders: [CONTRACT],
    packages: ['zod', 'yjs', 'jose', 'diff', 'nodemailer'],
  },
};

/** The other edge functions may import only `_shared`. */
const FUNCTION: Rule = { folders: [CONTRACT, 'supabase/functions/_shared/server'], packages: ['zod'] };

const files = ['src', 'supabase/functions'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/\bdist\b/.test(file))
    .map((file) => join(top, file)),
);

interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly isType: boolean;
  /** By `import()`. */
  readonly isLater: boolean;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const found = [
    ...source.matchAll(
      /\b(?:import|export)\s+(type\s)?[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\(?\s*['"]([^'"]+)['"]/g,
    ),
  ];
  return found.map((match) => ({
    from: file,
    specifier: match[2] ?? match[3]!,
    isType: match[1] !== undefined,
    isLater: match[0].startsWith('import('),
  }));
}

const imports = files.flatMap(importsOf);

function folderOf(file: string): string {
  const known = Object.keys(LADDER).filter((folder) => file.startsWith(`${folder}/`));
  if (known.length > 0)
    return known.reduce((longest, folder) => (folder.length > longest.length ? folder : longest));
  return dirname(file);
}

const ruleOf = (folder: string): Rule => LADDER[folder] ?? FUNCTION;

/** Path inside the project, or null for a package. */
function targetOf({ from, specifier }: Import): string | null {
  if (specifier.startsWith('#contract/')) return join(CONTRACT, specifier.slice('#contract/'.length));
  const door = DOORS[specifier];
  if (door !== undefined) return door;
  if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(from), specifier));
  return null;
}

function mayUsePackage(rule: Rule, { specifier, isType }: Import): boolean {
  return rule.packages.some((allowed) => {
    const [name, typesOnly] = allowed.split(' (types)');
    const fits = name!.endsWith('*') ? specifier.startsWith(name!.slice(0, -1)) : specifier === name;
    return fits && (typesOnly === undefined || isType);
  });
}

const shown = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

test('there are imports to check', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(imports.length).toBeGreaterThan(200);
});

test('every folder imports only folders above it', () => {
  const wrong = imports.filter((one) => {
    const target = targetOf(one);
    if (target === null) return false;
    if (DOORS[one.specifier] !== undefined) return !ruleOf(folderOf(one.from)).folders.includes(PROVIDER);
    const own = folderOf(one.from);
    const other = folderOf(target);
    return own !== other && !ruleOf(own).folders.includes(other);
  });
  expect(wrong.map(shown)).toEqual([]);
});

test('every folder imports only its allowed packages', () => {
  const wrong = imports.filter(
    (one) =>
      targetOf(one) === null &&
      !mayUsePackage(ruleOf(folderOf(one.from)), one) &&
      !one.specifier.endsWith('.css'),
  );
  expect(wrong.map(shown)).toEqual([]);
});

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports, whether now, later or for a type, between the rooms that `roomOf` names; null for a file outside. */
function importsBetween(roomOf: (file: string) => string | null): Graph {
  const graph = new Map<string, Set<string>>();
  for (const one of imports) {
    const target = targetOf(one);
    const from = roomOf(one.from);
    const to = target === null ? null : roomOf(target);
    if (from === null || to === null || from === to) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}

/** Rooms that import each other, in the order of the imports. */
function findCircle(graph: Graph): readonly string[] {
  const done = new Set<string>();
  const visit = (room: string, path: readonly string[]): readonly string[] => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return [];
    for (const target of graph.get(room) ?? []) {
      const circle = visit(target, [...path, room]);
      if (circle.length > 0) return circle;
    }
    done.add(room);
    return [];
  };
  for (const room of graph.keys()) {
    const circle = visit(room, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test('no files import each other, not even later or for a type', () => {
  expect(findCircle(importsBetween((file) => file))).toEqual([]);
});

/** A file beside the folders is a room of its own. */
test.each(['src/app', 'src/app/editor', 'src/embedded-supabase', PROVIDER, 'supabase/functions/_shared'])(
  'no folders of %s import each other, not even by way of others',
  (top) => {
    const rooms = importsBetween((file) =>
      file.startsWith(`${top}/`) ? file.slice(top.length + 1).split('/')[0]! : null,
    );
    expect(rooms.size).toBeGreaterThan(0);
    expect(findCircle(rooms)).toEqual([]);
  },
);

describe('the embedded Supabase', () => {
  const EMBEDDED = 'src/embedded-supabase/';
  const inEmbedded = files.filter((file) => file.startsWith(EMBEDDED));
  const isAtEdge = (file: string): boolean =>
    file.startsWith(`${EMBEDDED}node/`) || file === `${EMBEDDED}index.ts`;
  /** Folders that do not import each other, only `service.ts` and `text`, `keys`, `db`, `mail`. */
  const SERVICES = ['auth', 'rest', 'realtime', 'storage', 'functions', 'gateway', 'sweep'];
  const isIn = (folders: readonly string[], file: string | null): boolean =>
    folders.some((name) => file?.startsWith(`${EMBEDDED}${name}/`) === true);

  test('uses Node in one folder only', () => {
    const packages = imports.filter(
      (one) =>
        one.from.startsWith(EMBEDDED) &&
        !isAtEdge(one.from) &&
        /^(?:node:|pg$|pg-|ws$|nodemailer|@hono\/node-server|prom-client)/.test(one.specifier),
    );
    expect(packages.map(shown)).toEqual([]);
    const globals = inEmbedded.filter(
      (file) =>
        !isAtEdge(file) &&
        /\b(?:Buffer|process)\.[a-z]|\.unref\(/.test(
          readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, ''),
        ),
    );
    expect(globals).toEqual([]);
  });

  test('has services that do not know each other', () => {
    const wrong = imports.filter((one) => {
      const from = SERVICES.find((name) => one.from.startsWith(`${EMBEDDED}${name}/`));
      const to = SERVICES.find((name) => targetOf(one)?.startsWith(`${EMBEDDED}${name}/`));
      return from !== undefined && to !== undefined && from !== to;
    });
    expect(wrong.map(shown)).toEqual([]);
    const inward = imports.filter(
      (one) => !isAtEdge(one.from) && targetOf(one)?.startsWith(`${EMBEDDED}node/`) === true,
    );
    expect(inward.filter((one) => one.from.startsWith(EMBEDDED)).map(shown)).toEqual([]);
  });

  test('has folders below the services, which know none of them', () => {
    const BELOW = ['text', 'keys', 'db', 'mail'];
    const wrong = imports.filter((one) => {
      const step = BELOW.findIndex((name) => isIn([name], one.from));
      return step >= 0 && isIn([...BELOW.slice(step + 1), ...SERVICES], targetOf(one));
    });
    expect(wrong.map(shown)).toEqual([]);
    for (const name of BELOW) expect(inEmbedded.filter((file) => isIn([name], file))).not.toEqual([]);
  });

  test('does not know the app that it serves', () => {
    const everything = readdirSync(join(ROOT, EMBEDDED), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|sql|md|json)$/.test(file) && !file.startsWith('dist'))
      .filter((file) => /spolu/i.test(readFileSync(join(ROOT, EMBEDDED, file), 'utf8')));
    expect(everything).toEqual([]);
  });

  test('has few files beside its folders', () => {
    const loose = readdirSync(join(ROOT, EMBEDDED)).filter((file) => file.endsWith('.ts'));
    expect(loose.toSorted()).toEqual(['index.ts', 'service.ts']);
  });
});

describe('the editor', () => {
  const EDITOR = 'src/app/editor/';
  const inEditor = files.filter((file) => file.startsWith(EDITOR));
  /** Steps of its ladder. A file may import those of its own step and above. */
  const STEPS = [/^schema\//, /^binding\//, /^late\//, /^[\w-]+\//, /^[^/]+$/];
  const stepOf = (file: string): number => STEPS.findIndex((step) => step.test(file.slice(EDITOR.length)));

  test('every folder imports only folders above it; the schema knows no loader, no plugin and no DOM', () => {
    const wrong = imports.filter((one) => {
      const target = targetOf(one);
      if (one.isLater || !one.from.startsWith(EDITOR) || target?.startsWith(EDITOR) !== true) return false;
      if (target.endsWith('.css')) return false;
      return stepOf(target) > stepOf(one.from);
    });
    expect(wrong.map(shown)).toEqual([]);
    const schema = inEditor.filter((file) => stepOf(file) === 0);
    expect(schema.length).toBeGreaterThan(10);
    const live = schema.filter((file) =>
      /\b(?:document|window)\.[a-z]|new Plugin|addNodeView|addProseMirrorPlugins|load-later/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    );
    expect(live).toEqual([]);
  });

  test('has few files beside its folders', () => {
    const loose = readdirSync(join(ROOT, EDITOR), { withFileTypes: true }).filter((one) => one.isFile());
    const names = ['editor-extensions.ts', 'editor.css', 'editor.tsx', 'late-parts.ts', 'panels.ts'];
    expect(loose.map(({ name }) => name).toSorted()).toEqual(names);
  });
});

describe('single places', () => {
  const usedIn = (specifier: RegExp, typesToo = false): string[] => [
    ...new Set(
      imports
        .filter((one) => specifier.test(one.specifier) && (typesToo || !one.isType))
        .map((one) => one.from),
    ),
  ];

  test('the client is created in one file of the app', () => {
    const makers = files.filter(
      (file) =>
        file.startsWith('src/app/') &&
        /new (?:GoTrue|SteadyAuth)Client\(|createClient[<(]/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(makers).toEqual(['src/app/data/supabase.ts']);
  });
  test('toasts come from one file, dates from one folder', () => {
    expect(usedIn(/^react-hot-toast/).every((file) => file.startsWith('src/app/ui/'))).toBe(true);
    expect(usedIn(/^date-fns/).every((file) => file.startsWith('src/app/i18n/'))).toBe(true);
  });
  test('updates meet a document in one function, and in its twin of the provider', () => {
    const appliers = files.filter((file) =>
      /\bapplyUpdate(V2)?\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(appliers).toEqual([
      'src/yjs-supabase/src/doc/apply-together.ts',
      'supabase/functions/_shared/contract/apply-updates.ts',
    ]);
  });
  test('React is imported by one file of the room', () => {
    expect(usedIn(/^react$/, true).filter((file) => file.startsWith('src/app/room/'))).toEqual([
      'src/app/room/use-room.ts',
    ]);
  });
  test('the app enters the provider by its doors', () => {
    const past = imports.filter(
      (one) =>
        one.from.startsWith('src/app/') &&
        one.specifier.includes('yjs-supabase/') &&
        DOORS[one.specifier] === undefined,
    );
    expect(past.map(shown)).toEqual([]);
  });
  test('no file of a library imports it through its door', () => {
    const through = imports.filter(
      (one) => one.from.startsWith(PROVIDER) && /index\.ts$|^#yjs-supabase/.test(one.specifier),
    );
    expect(through.map(shown).filter((one) => !one.startsWith(`${PROVIDER}/testing/index.ts`))).toEqual([]);
  });
});

test('no file name is a catch-all', () => {
  expect(
    files.filter(
      (file) => !file.includes('/i18n/') && /(^|\/)(utils?|helpers?|common|misc|manager)\.tsx?$/.test(file),
    ),
  ).toEqual([]);
});
