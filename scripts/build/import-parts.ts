import { join } from 'node:path';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** What Vite wraps around each dynamic `import()`; its own preloads a module once and never asks for it again. */
const VITE_WRAPPER = '\0vite/preload-helper.js';
const OURS = join(import.meta.dirname, '../../src/app/ui/import-part.ts');

/** Puts `import-part.ts` around each dynamic `import()`. */
export const importParts = (): Plugin => ({
  name: 'import-parts',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === VITE_WRAPPER ? `export { importPart as __vitePreload } from ${JSON.stringify(OURS)};` : null,
});

/** Names to it the part's own file too, which Vite leaves out when there is no other. */
export const modulePreload: BuildEnvironmentOptions['modulePreload'] = {
  resolveDependencies: (file, files) => [...new Set([file, ...files])],
};
