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
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { create, extract, list } from 'tar';
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

interface Listed {
  readonly path: string;
  readonly type: string;
  readonly size: number;
}

/** The largest list of files has this many, and its text is then about as long. */
const MAX_ENTRIES = 1_000_000;
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/**
 * Throws `BackupError` when the archive cannot be read, does not fit, or does not match its manifest. `mayHold` decides
 * about the paths of files.
 */
export function unpackChecked(file: string, folder: string, mayHold: (path: string) => boolean): Manifest {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const { bavail, bsize } = statfsSync(folder);
  try {
    // Read twice: nothing is written before all of it is known to be harmless.
    const check = checkEntries(bavail * bsize, mayHold);
    list({ file, sync: true, strict: true, onReadEntry: check });
    extract({
      file,
      cwd: folder,
      sync: true,
      strict: true,
      preserveOwner: false,
      // Not those of the archive, which may let others read the keys, or run a file as its owner.
      onReadEntry: (entry) => {
        entry.mode = entry.type === 'Directory' ? 0o700 : 0o600;
      },
    });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The file is damaged or is not a backup: ${reason}`, { cause: error });
  }
  return checkFolder(folder);
}

function checkEntries(free: number, mayHold: (path: string) => boolean): (entry: Listed) => void {
  let [entries, bytes] = [0, 0];
  return ({ path, type, size }) => {
    const isFolder = type === 'Directory';
    // Links could lead out of the folder, and no backup contains any.
    if (!isFolder && type !== 'File') throw new BackupError(`${path} is neither a file nor a folder.`);
    const parts = (isFolder ? path.replace(/\/$/, '') : path).split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\:\0]/.test(part)))
      throw new BackupError(`${JSON.stringify(path)} is not a path of a backup.`);
    if (path !== MANIFEST && !mayHold(isFolder ? `${parts.join('/')}/` : path))
      throw new BackupError(`${path} does not belong to a backup.`);
    entries += 1;
    bytes += size;
    if (entries > MAX_ENTRIES || (path === MANIFEST && size > MAX_MANIFEST_BYTES))
      throw new BackupError('The backup has too many files.');
    if (bytes > free) throw new BackupError('There is not enough free space for the files of this backup.');
  };
}
