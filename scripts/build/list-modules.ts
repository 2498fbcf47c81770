/** Writes `modules.json`, which lists the modules in each file of the build. Tests of the bundle size read it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

export interface BuiltChunk {
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

export interface BuiltModules {
  readonly chunks: readonly BuiltChunk[];
  readonly assets: readonly string[];
}

export const BUILT_MODULES = 'node_modules/.cache/spolu/modules.json';

export const listModules = (): Plugin => ({
  name: 'list-modules',
  apply: 'build',
  writeBundle: (_options, bundle) => {
    const files = Object.values(bundle);
    const chunks = files
      .filter((file) => file.type === 'chunk')
      .map(({ fileName, facadeModuleId, moduleIds, imports, dynamicImports }) => ({
        fileName,
        facadeModuleId,
        moduleIds,
        imports,
        dynamicImports,
      }));
    const assets = files.filter((file) => file.type === 'asset').map(({ fileName }) => fileName);
    mkdirSync(dirname(BUILT_MODULES), { recursive: true });
    writeFileSync(BUILT_MODULES, JSON.stringify({ chunks, assets } satisfies BuiltModules));
  },
});
