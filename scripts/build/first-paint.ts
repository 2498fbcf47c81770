/** What is drawn with the first answer of the server: `boot.js` stands in the page, and no style sheet holds its shape back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const boot = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8');
const STYLES = /\n\s*<link rel="stylesheet"[^>]*>/g;

/** The content policy allows the script by its hash; see static-app.ts. */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace('<script src="/boot.js"></script>', () => `<script>${boot}</script>`)
        .replaceAll(STYLES, '')
        // The browser finds them there as early, and draws what stands above them.
        .replace('\n  </body>', () => `${(html.match(STYLES) ?? []).join('')}\n  </body>`),
  },
});
