import { join } from 'node:path';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** Vite wraps each dynamic `import()` in this helper, which preloads a module once and never retries. */
const VITE_WRAPPER = '\0vite/preload-helper.js';
const OURS = join(import.meta.dirname, '../../src/app/ui/import-part.ts');

/** Wraps each dynamic `import()` in `import-part.ts` instead. */
export const importParts = (): Plugin => ({
  name: 'import-parts',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === VITE_WRAPPER ? `export { importPart as __vitePreload } from ${JSON.stringify(OURS)};` : null,
});

/** Passes the part's own file to the helper too, which Vite omits when the part has no other files. */
export const modulePreload: BuildEnvironmentOptions['modulePreload'] = {
  resolveDependencies: (file, files) => [...new Set([file, ...files])],
};
