import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

/** Builds a library of `src/` and packs it into `folder`. Resolves to the archive and the paths in it. */
export async function packLibrary(name: string, folder: string) {
  const npm = process.env['npm_execpath'];
  const args = ['pack', '--json', '--foreground-scripts=false', '--pack-destination', folder];
  const [file, all] = npm?.endsWith('js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const { stdout } = await promisify(execFile)(file, all, { cwd: join(ROOT, 'src', name) });
  const [{ filename, files }] = packed.parse(JSON.parse(stdout));
  return { archive: join(folder, filename), paths: files.map(({ path }) => path) };
}
