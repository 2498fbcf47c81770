/** Packs a folder into a `.tar.gz` and unpacks it. An unfinished file or folder has a temporary name. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { BackupError, checkFolder, describeFolder, type Facts, MANIFEST, type Manifest } from './manifest.ts';

/** Throws `BackupError` when the file exists. */
export function refuseIfThere(file: string): void {
  if (existsSync(file))
    throw new BackupError(`${file} is there already, and a backup never overwrites a file.`);
}

/** Readable by its owner only, because it contains keys and all content of users. */
export function packFolder(folder: string, file: string, facts: Facts): Manifest {
  refuseIfThere(file);
  const manifest = describeFolder(folder, facts);
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest, null, 1));
  const others = readdirSync(folder).filter((name) => name !== MANIFEST);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    writeFileSync(partial, '', { mode: 0o600, flag: 'wx' });
    create({ file: partial, cwd: folder, gzip: true, portable: true, sync: true }, [
      MANIFEST,
      ...others.sort(),
    ]);
    syncFile(partial);
    refuseIfThere(file);
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return manifest;
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Throws `BackupError` when the archive cannot be read or does not match its manifest. */
export function unpackChecked(file: string, folder: string): Manifest {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  try {
    extract({
      file,
      cwd: folder,
      sync: true,
      strict: true,
      preserveOwner: false,
      // Links could lead out of the folder, and no backup contains any.
      filter: (_path, entry) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The file is damaged or is not a backup: ${reason}`, { cause: error });
  }
  return checkFolder(folder);
}
