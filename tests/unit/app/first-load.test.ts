/** How much script stands between an address and its page, in the build that people get. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

let chunks: ReadonlyMap<string, Rollup.OutputChunk>;
let styles: readonly string[];

beforeAll(async () => {
  // React has a larger half for development.
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({ root: ROOT, logLevel: 'error', build: { write: false } });
  if (Array.isArray(built) || !('output' in built)) throw new Error('more than one build');
  const files = built.output.filter((file) => file.type === 'chunk');
  chunks = new Map(files.map((chunk) => [chunk.fileName, chunk]));
  const assets = built.output.filter((file) => file.type === 'asset');
  styles = assets.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => String(source));
}, 180_000);
afterAll(() => {
  vi.unstubAllEnvs();
});

/** What a module of ours takes along; without it there is nothing to see. */
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
  return [...files].reduce((sum, file) => sum + gzipSync(chunks.get(file)?.code ?? '').length / 1024, 0);
}

describe.each(['en-us', 'cs'])('in KiB of gzipped script, with the words of %s', (language) => {
  const first = ['index.html', `src/app/i18n/${language}.ts`];
  const document = [...first, `src/app/i18n/${language}-document.ts`, 'src/app/pages/document-page.tsx'];

  test.each([
    ['sign-in', 194],
    ['documents', 184],
  ])('the page %s takes at most %i', (page, most) => {
    const words = page === 'documents' ? [`src/app/i18n/${language}-list.ts`] : [];
    expect(kibOf([...first, ...words, `src/app/pages/${page}-page.tsx`])).toBeLessThanOrEqual(most);
  });

  test('an open document takes at most 380', () => {
    expect(kibOf(document)).toBeLessThanOrEqual(380);
  });
});

test('what few people need waits until they do', () => {
  const document = filesOf('src/app/pages/document-page.tsx');
  for (const later of [
    'highlight.js',
    'markdown-it',
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

test('no font comes with a style sheet, which the content policy would refuse', () => {
  expect(styles.length).toBeGreaterThan(1);
  for (const style of styles) expect(style).not.toMatch(/url\(["']?data:font/);
});

test('no other page fetches the editor, not even in time', () => {
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
