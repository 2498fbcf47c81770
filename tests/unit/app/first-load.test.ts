/** The size of the script that each page loads, in the production build. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_SECRET_KEY } from '../../../src/embedded-supabase/keys/project-keys.ts';
import { BUILT_MODULES, type BuiltChunk, type BuiltModules } from '../../../scripts/build/list-modules.ts';

const ROOT = join(import.meta.dirname, '../../..');

let chunks: ReadonlyMap<string, BuiltChunk>;
let styles: readonly string[];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: ROOT });
  const built = JSON.parse(read(BUILT_MODULES)) as BuiltModules;
  chunks = new Map(built.chunks.map((chunk) => [chunk.fileName, chunk]));
  styles = built.assets.filter((file) => file.endsWith('.css')).map((file) => read(`dist/${file}`));
}, 180_000);

/** The files that a module of the app loads before it can run. */
function filesOf(module: string): string[] {
  const start = [...chunks.values()].find((chunk) =>
    [chunk.facadeModuleId, ...chunk.moduleIds].some((id) => id === join(ROOT, module)),
  );
  if (!start) throw new Error(`nothing is built from ${module}`);
  const found = new Set([start.fileName]);
  for (const file of found) for (const next of chunks.get(file)?.imports ?? []) found.add(next);
  return [...found];
}

function kibOf(modules: readonly string[]): number {
  const files = new Set(modules.flatMap(filesOf));
  return [...files].reduce((sum, file) => sum + gzipSync(read(`dist/${file}`)).length / 1024, 0);
}

describe.each(['en-us', 'cs'])('in KiB of gzipped script, with the texts of %s', (language) => {
  const first = ['index.html', `src/app/i18n/${language}/every-page.ts`];
  const document = [
    ...first,
    `src/app/i18n/${language}/open-document.ts`,
    'src/app/pages/document/document-page.tsx',
  ];

  test.each([
    ['sign-in', 215],
    // Whether a change waits on this device has to be known before the list is shown (docs/decisions/0069).
    ['documents', 216],
  ])('the page %s takes at most %i', (page, most) => {
    const messages = page === 'documents' ? [`src/app/i18n/${language}/document-list.ts`] : [];
    expect(kibOf([...first, ...messages, `src/app/pages/${page}-page.tsx`])).toBeLessThanOrEqual(most);
  });

  test('an open document takes at most 454', () => {
    expect(kibOf(document)).toBeLessThanOrEqual(454);
  });
});

test('rarely used parts are loaded on demand', () => {
  const document = filesOf('src/app/pages/document/document-page.tsx');
  for (const later of [
    'highlight.js',
    'markdown-it',
    'mathml-to-latex',
    'react-hook-form',
    'static-renderer',
    'editor/block-handle/',
  ]) {
    const inside = document.filter((file) =>
      chunks.get(file)?.moduleIds.some((id) => id.includes(`/node_modules/${later}`) || id.includes(later)),
    );
    expect({ later, inside }).toEqual({ later, inside: [] });
  }
});

test('the imports of an open document are preloaded in parallel', () => {
  const document = filesOf('src/app/pages/document/document-page.tsx');
  const following = filesOf('src/app/editor/panels.ts').filter((file) => !document.includes(file));
  expect(following.length).toBeLessThanOrEqual(11);
  const parts = chunks.get(following.find((file) => file.includes('/panels-')) ?? '')?.moduleIds ?? [];
  for (const part of [
    'block-handle/block-handle',
    'suggestions/suggestion-plugin',
    'table/table-editing',
    'binding/watch-drawn',
  ])
    expect(parts.map((id) => id.replace(/\.tsx?$/, ''))).toContain(join(ROOT, 'src/app/editor', part));
});

test('no style sheet inlines a font, which the content policy would block', () => {
  expect(styles.length).toBeGreaterThan(1);
  for (const style of styles) expect(style).not.toMatch(/url\(["']?data:font/);
});

test('the build contains nothing that is meant only for servers', () => {
  const secret = /sb_secret_\w|service_role|SERVICE_ROLE|JWT_SECRET|PRIVATE KEY|eyJ[\w-]{10,}\.eyJ/i;
  expect(LOCAL_SECRET_KEY).toMatch(secret);
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => /\.(?:js|css|html|json|map|svg|txt)$/.test(file));
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((file) => secret.test(read(`dist/${file}`)))).toEqual([]);
  const ofServers = [...chunks.values()].flatMap(({ moduleIds }) =>
    moduleIds.filter((id) => /\/src\/embedded-supabase\/|\/_shared\/server\//.test(id)),
  );
  expect(ofServers).toEqual([]);
});

test('the build contains nothing of the pages for development', () => {
  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds);
  expect(modules).toContain(join(ROOT, 'src/app/routes.tsx'));
  expect(modules.filter((id) => id.startsWith(join(ROOT, 'src/app/dev/')))).toEqual([]);
  expect(modules.filter((id) => id.endsWith('/trace-steps.ts'))).toEqual([]);
  expect([...chunks.keys()].filter((file) => read(`dist/${file}`).match(/\/dev\/(ui|mails)/))).toEqual([]);
});

test('no other page loads the editor, not even when idle', () => {
  const withEditor = [...chunks.values()].filter(({ moduleIds }) =>
    moduleIds.some((id) => id.includes('/prosemirror-view/')),
  );
  for (const page of ['sign-in', 'documents', 'account']) {
    const now = filesOf(`src/app/pages/${page}-page.tsx`);
    const fetched = now.flatMap((file) => chunks.get(file)?.dynamicImports ?? []);
    const inTime = fetched.flatMap((file) =>
      filesOf(chunks.get(file)?.facadeModuleId?.replace(`${ROOT}/`, '') ?? ''),
    );
    for (const { fileName } of withEditor) expect([...now, ...inTime]).not.toContain(fileName);
  }
});

test('the page placeholder renders from the first reply: its head loads nothing before', () => {
  const html = read('dist/index.html');
  const [head = '', body = ''] = html.split('</head>');
  expect(head).toContain(`<script>${read('public/boot.js')}</script>`);
  expect(head).not.toMatch(/<link rel="stylesheet"|<script (?!type="(?:module|application\/json)")/);
  expect(body.indexOf('class="shape')).toBeLessThan(body.indexOf('<link rel="stylesheet"'));
});

test('the page placeholder has the colors of the theme', () => {
  const theme = read('src/app/ui/theme.css');
  for (const name of ['paper', 'ink', 'line']) {
    const [, pair = ''] = new RegExp(`--${name}: (light-dark\\([^)]*\\))`).exec(theme) ?? [];
    expect(read('index.html')).toContain(pair);
  }
});
