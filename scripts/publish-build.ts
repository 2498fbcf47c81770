/**
 * Replaces the served build by a new one, file by file, each by an atomic rename, `index.html` last: no page or asset is
 * ever missing. Open tabs still request chunks of the previous build, so its assets stay; those of older builds go.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Moves the files of the folder `next` into `served`. `previous` lists the files of the replaced build; with null, all
 * assets are kept. Returns the files of the new build. If interrupted, it leaves a complete build.
 */
export function publishBuild(next: string, served: string, previous: readonly string[] | null): string[] {
  const files = listFiles(next);
  const before = listFiles(served);
  for (const file of files.toSorted((a, b) => Number(a === 'index.html') - Number(b === 'index.html'))) {
    mkdirSync(dirname(join(served, file)), { recursive: true });
    renameSync(join(next, file), join(served, file));
  }
  const kept = new Set([...files, ...(previous ?? before).filter((file) => file.startsWith('assets/'))]);
  for (const file of before) if (!kept.has(file)) rmSync(join(served, file), { force: true });
  rmSync(next, { recursive: true, force: true });
  return files;
}

/** Paths with forward slashes, relative to the folder. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}
