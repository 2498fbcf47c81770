/**
 * Prepares index.html for a fast first paint. `boot.js` is inlined, and no style sheet blocks the skeleton. All files of the
 * list and of a document are preloaded in parallel.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const boot = readFileSync(join(ROOT, 'public/boot.js'), 'utf8');
const SETTINGS = /(<script type="application\/json" id="supabase-config">)[^<]*(<\/script>)/;
const STYLES = /\n\s*<link rel="stylesheet"[^>]*>/g;
const PARTS = /(<script type="application\/json" id="spolu-parts">)[^<]*(<\/script>)/;
const LANGUAGES = [
  ['en-US', 'en-us'],
  ['cs', 'cs'],
] as const;

/** The content security policy allows the inlined script by its hash; see static-app.ts. */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const parts = JSON.stringify(listParts(bundle));
      return (
        html
          .replace('<script src="/boot.js"></script>', () => `<script>${boot}</script>`)
          .replace(PARTS, (_match, open: string, close: string) => `${open}${parts}${close}`)
          .replace(SETTINGS, (_match, open: string, close: string) => `${open}${readSettings()}${close}`)
          .replaceAll(STYLES, '')
          // The preload scanner finds them there as early, but they do not block rendering of the elements above.
          .replace('\n  </body>', () => `${(html.match(STYLES) ?? []).join('')}\n  </body>`)
      );
    },
  },
});

/** Of the build, for `boot.js`; the app has its own copy. */
function readSettings(): string {
  const { VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = process.env;
  if (!supabaseUrl || !publishableKey) return 'null';
  return JSON.stringify({ supabaseUrl, publishableKey }).replaceAll('<', '\\u003c');
}

/**
 * Script files by kind of page and language. The largest first: a browser has six connections over HTTP/1.1, and the others
 * arrive while it is on its way.
 */
function listParts(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  /** The chunk that contains the module, and its facade chunk. */
  const chunksOf = (module: string): string[] => {
    const id = join(ROOT, 'src/app', module);
    const isOf = (chunk: (typeof chunks)[number]): boolean =>
      chunk.facadeModuleId === id || chunk.moduleIds.includes(id);
    return chunks.filter(isOf).map(({ fileName }) => fileName);
  };
  const withImports = (modules: readonly string[]): string[] => {
    const found = new Set(modules.flatMap(chunksOf));
    for (const name of found)
      for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(next);
    const sizeOf = (name: string): number =>
      chunks.find(({ fileName }) => fileName === name)?.code.length ?? 0;
    return [...found].toSorted((a, b) => sizeOf(b) - sizeOf(a));
  };
  const inLanguages = (page: string, messages: string) =>
    Object.fromEntries(
      LANGUAGES.map(([language, file]) => [
        language,
        withImports([`pages/${page}.tsx`, `i18n/${file}/every-page.ts`, `i18n/${file}/${messages}.ts`]),
      ]),
    );
  return {
    list: inLanguages('documents-page', 'document-list'),
    document: inLanguages('document/document-page', 'open-document'),
  };
}
