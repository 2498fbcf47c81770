/**
 * Puts a fresh build in the place of the one that is being served, without a moment in which a page or an asset is
 * missing: file by file, each by one rename, `index.html` last. Open tabs go on asking for chunks of the build they came
 * from, so the assets of the build before stay; older ones go.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Moves what is in the folder `next` into `served`. `previous` are the files of the build that is being replaced; null
 * when nobody knows, then every asset counts. Returns the files of the new build. Interrupted, it leaves a whole build.
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

/** With forward slashes, relative to the folder. */
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
