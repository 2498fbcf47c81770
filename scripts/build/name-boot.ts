/** Names `boot.js` by its content, so that a browser that has it asks nobody for it before it draws the page. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8');
const fileName = `assets/boot-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;

export const nameBoot = (): Plugin => ({
  name: 'name-boot',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', fileName, source });
  },
  transformIndexHtml: { order: 'post', handler: (html) => html.replace('"/boot.js"', `"/${fileName}"`) },
});
