import { dirname, join } from 'node:path';

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => {
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

const APP = join(import.meta.dirname, '../../src/app');
const START = join(APP, 'main.tsx');
const ROUTES = join(APP, 'routes.tsx');
const DOCUMENT = join(APP, 'pages/document/document-page.tsx');
/** Other pages load parts of it only for a task of the person, and then with all that it needs. */
const EDITOR = join(APP, 'editor/');
const TASKS: readonly string[] = [
  join(APP, 'pages/imports/import-files.tsx'),
  join(APP, 'pages/templates/make-from.ts'),
];
const LIST = join(APP, 'pages/documents-page.tsx');

/** Re-exports all icons. An importer needs only the icons that it names. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;

/** The imports of a module, and of the icons only those that it names. */
function importsOf(graph: ModuleGraph, id: string): readonly string[] {
  const { importedIds, code } = graph.getModuleInfo(id) ?? { importedIds: [], code: null };
  const catalogue = importedIds.find((one) => ICONS.test(one));
  if (catalogue === undefined) return importedIds;
  const lists = code?.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g) ?? [];
  const names = [...lists].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  const files = readCatalogue(graph.getModuleInfo(catalogue)?.code ?? '');
  const icons = names.flatMap((name) => files.get(name) ?? []).map((file) => join(dirname(catalogue), file));
  return [...importedIds.filter((one) => one !== catalogue), ...icons];
}

/** Files by icon name. */
function readCatalogue(code: string): ReadonlyMap<string, string> {
  const lines = [...code.matchAll(/export \{([^}]*)\} from ["'](\.\/icons\/[^"']+)["']/g)];
  return new Map(
    lines.flatMap(([, list = '', file = '']) =>
      [...list.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  );
}

/** The modules and all their static imports, recursively. */
function withImports(graph: ModuleGraph, starts: readonly string[]): ReadonlySet<string> {
  const found = new Set(starts);
  for (const id of found) for (const next of importsOf(graph, id)) found.add(next);
  return found;
}

const fetchedBy = (graph: ModuleGraph, modules: Iterable<string>): string[] =>
  [...modules]
    .flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => id !== DOCUMENT && !TASKS.includes(id) && !id.startsWith(EDITOR));

interface Needs {
  readonly document: ReadonlySet<string>;
  /** Needed by the other pages when they open. */
  readonly pages: ReadonlySet<string>;
  /** Needed by lazily loaded parts of the other pages. */
  readonly later: ReadonlySet<string>;
  /** Needed only by the list. */
  readonly list: ReadonlySet<string>;
}

function readNeeds(graph: ModuleGraph): Needs {
  const pages = withImports(graph, [START, ...fetchedBy(graph, [ROUTES])]);
  let later = pages;
  for (let size = 0; size < later.size;) {
    size = later.size;
    later = withImports(graph, [...later, ...fetchedBy(graph, later)]);
  }
  const others = withImports(graph, [
    START,
    DOCUMENT,
    ...fetchedBy(graph, [ROUTES]).filter((id) => id !== LIST),
  ]);
  const list = new Set([...withImports(graph, [LIST])].filter((id) => !others.has(id)));
  return { document: withImports(graph, [DOCUMENT]), pages, later, list };
}

/**
 * Chunks for the modules of the list and of an open document, since dozens of small files compress worse. Modules that
 * other pages share get separate chunks, so that those pages do not fetch the editor. The order matters: a group also
 * takes the imports of its modules.
 */
export function documentGroups() {
  let needs: Needs | null = null;
  const group = (name: string, isIn: (id: string, needs: Needs) => boolean) => ({
    name: (id: string, graph: ModuleGraph): string | null => {
      needs ??= readNeeds(graph);
      return isIn(id, needs) ? name : null;
    },
  });
  return [
    group('pages', (id, { document, pages }) => document.has(id) && pages.has(id)),
    group('later', (id, { document, later }) => document.has(id) && later.has(id)),
    group('list', (id, { list }) => list.has(id)),
    group('document', (id, { document }) => document.has(id)),
  ];
}
