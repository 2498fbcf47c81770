/** Makes one file of the simulator and everything it tests, with a mutant in it if asked: threads start fast from it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import type { Mutant } from './mutants/mutant.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Simulator {
  readonly file: string;
  remove(): Promise<void>;
}

export async function buildSimulator(mutant: Mutant | null): Promise<Simulator> {
  const folder = await mkdtemp(join(tmpdir(), 'spolu-fuzz-'));
  const plugin = mutant ? [mutate(mutant)] : [];
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: plugin.map(({ plugin }) => plugin),
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  for (const { wasUsed } of plugin) {
    if (!wasUsed()) throw new Error(`${mutant?.name}: the simulator does not contain ${mutant?.file}`);
  }
  return { file: join(folder, 'worker.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}

function mutate(mutant: Mutant): { plugin: Plugin; wasUsed: () => boolean } {
  const changes = [mutant, ...(mutant.also ?? [])];
  const used = new Set<number>();
  const plugin: Plugin = {
    name: 'mutant',
    enforce: 'pre',
    transform: (code, id) => {
      let changed = code;
      for (const [at, { file, find, replace }] of changes.entries()) {
        if (relative(ROOT, id) !== file) continue;
        const places = changed.split(find).length - 1;
        if (places !== 1)
          throw new Error(`${mutant.name}: ${places} places instead of one in ${file}: ${find}`);
        changed = changed.replace(find, () => replace);
        used.add(at);
      }
      return changed === code ? null : { code: changed, map: null };
    },
  };
  return { plugin, wasUsed: () => used.size === changes.length };
}
