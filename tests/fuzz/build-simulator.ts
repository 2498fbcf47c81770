/** Bundles the simulator and the code under test into one file, with a mutant if given, so that threads start fast. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, normalizePath, type Plugin } from 'vite';
import type { Mutant } from './mutants/mutant.ts';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Inside the repository, so that packages resolve. They are not bundled: a thread loads them once for all simulators.
 */
const FOLDER = join(ROOT, '.spolu');

export interface Simulator {
  readonly file: string;
  remove(): Promise<void>;
}

export async function buildSimulator(mutant: Mutant | null): Promise<Simulator> {
  const changed = mutant ? await mutate(mutant) : new Map<string, string>();
  await mkdir(FOLDER, { recursive: true });
  const folder = await mkdtemp(join(FOLDER, 'fuzz-'));
  const used = new Set<string>();
  const plugin: Plugin = {
    name: 'mutant',
    enforce: 'pre',
    load: (id) => {
      const code = changed.get(id);
      if (code !== undefined) used.add(id);
      return code;
    },
  };
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: join(import.meta.dirname, 'worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      reportCompressedSize: false,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  for (const file of changed.keys()) {
    if (!used.has(file)) throw new Error(`The simulator does not contain ${file}`);
  }
  return { file: join(folder, 'worker.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The changed files of a mutant. Throws unless each place occurs exactly once. */
export async function mutate(mutant: Mutant): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const { file, find, replace } of [mutant, ...(mutant.also ?? [])]) {
    const path = normalizePath(join(ROOT, file));
    const code = changed.get(path) ?? (await readFile(path, 'utf8'));
    const places = code.split(find).length - 1;
    if (places !== 1) throw new Error(`${places} places instead of one in ${file}: ${find}`);
    changed.set(
      path,
      code.replace(find, () => replace),
    );
  }
  return changed;
}
