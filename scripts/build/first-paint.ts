/**
 * What the first answer of the server brings: `boot.js` stands in the page, no style sheet holds its shape back, and
 * the files of the list and of a document are named there, so that none waits for another to name it.
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

/** The content policy allows the script by its hash; see static-app.ts. */
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
          // The browser finds them there as early, and draws what stands above them.
          .replace('\n  </body>', () => `${(html.match(STYLES) ?? []).join('')}\n  </body>`)
      );
    },
  },
});

/** Scripts by the shape of the page and its language, without those that every page names. */
function listParts(bundle: Rolldown.OutputBundle, html: string) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  /** The file with the module, and the one that is imported in its name. */
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
    list: inLanguages('documents-page', 'list'),
    document: inLanguages('document-page', 'open-document'),
  };
}
