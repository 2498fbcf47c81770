/**
 * Prepares index.html for a fast first paint. `boot.js` is inlined, and no style sheet blocks the skeleton. All files of the
 * list and of a document are preloaded in parallel.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const boot = readFileSync(join(ROOT, 'public/boot.js'), 'utf8');
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
      const parts = JSON.stringify(listParts(bundle, html));
      return (
        html
          .replace('<script src="/boot.js"></script>', () => `<script>${boot}</script>`)
          .replace(PARTS, (_match, open: string, close: string) => `${open}${parts}${close}`)
          .replaceAll(STYLES, '')
          // The preload scanner finds them there as early, but they do not block rendering of the elements above.
          .replace('\n  </body>', () => `${(html.match(STYLES) ?? []).join('')}\n  </body>`)
      );
    },
  },
});

/** Script files by kind of page and language, without those that index.html names already. */
function listParts(bundle: Rolldown.OutputBundle, html: string) {
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
    return [...found].filter((name) => !html.includes(name));
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
