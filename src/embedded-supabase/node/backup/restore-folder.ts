/** Restores an archive into a data folder: unpacks and tests it beside the target, then renames it into place. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { openPlace } from '../postgres-place.ts';
import { startPostgres } from '../postgres.ts';
import { refuseIfOwned } from '../refuse-if-taken.ts';
import { unpackChecked } from './archive.ts';
import { KEY_FILES } from './back-up-folder.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { refuseTablespaces, writeOwnConfiguration } from './own-configuration.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly dataDir: string;
  /** Versions of the migrations of this program: a newer backup is refused. */
  readonly migrations: readonly string[];
  /** Move an existing folder aside instead of refusing. */
  readonly replace: boolean;
  readonly now: () => Date;
  readonly say: (sentence: string) => void;
}

/** Throws `BackupError` or `DataInUseError` and then leaves the folder unchanged. */
export async function restoreFolder(options: RestoreOptions): Promise<Manifest> {
  const dataDir = resolve(options.dataDir);
  const isThere = existsSync(dataDir) && readdirSync(dataDir).length > 0;
  if (isThere && !options.replace) {
    throw new BackupError(`${dataDir} is not empty. With --replace it is put aside, not deleted.`);
  }
  await refuseIfOwned(dataDir);
  mkdirSync(dirname(dataDir), { recursive: true });
  const beside = mkdtempSync(join(dirname(dataDir), `${basename(dataDir)}.restoring-`));
  try {
    // Other users may pass (PostgreSQL does not run as root) but not list names.
    chmodSync(beside, 0o711);
    const manifest = unpackChecked(resolve(options.file), beside, isInFolder);
    refuseNewer(manifest, options.migrations);
    await tryDatabase(beside);
    putInPlace(beside, dataDir, options);
    return manifest;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

const isInFolder = (path: string): boolean => /^(postgres|storage)\//.test(path) || KEY_FILES.includes(path);

function refuseNewer({ kind, migrations }: Manifest, known: readonly string[]): void {
  if (kind !== 'folder') {
    throw new BackupError('This is a backup of a hosted project. See docs/operations.md.');
  }
  const unknown = migrations.filter((version) => !known.includes(version));
  if (unknown.length === 0) return;
  throw new BackupError(
    `The backup was made by a newer version of this program (it has migration ${unknown.join(', ')}): update it first.`,
  );
}

/** PostgreSQL replays the write-ahead log now, so that a backup that cannot be opened is refused. */
async function tryDatabase(dataDir: string): Promise<void> {
  const { cluster, starter } = openPlace(dataDir);
  writeOwnConfiguration(cluster);
  if (starter.kind !== 'self') chownAll(cluster, starter.uid, starter.gid);
  try {
    // Nothing connects, and autovacuum would run functions that the indexes of the database call.
    const postgres = await startPostgres({ dataDir, autovacuum: false });
    await postgres.stop();
    // The write-ahead log can create some.
    refuseTablespaces(cluster);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`PostgreSQL cannot open this backup. ${reason}`, { cause: error });
  }
  rmSync(join(dataDir, 'owner.json'), { force: true });
}

function chownAll(folder: string, uid: number, gid: number): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid);
}

function putInPlace(beside: string, dataDir: string, { now, say }: RestoreOptions): void {
  const aside = `${dataDir}.before-${now().toISOString().replaceAll(/[:.]/g, '-')}`;
  const isThere = existsSync(dataDir);
  if (isThere) renameSync(dataDir, aside);
  try {
    renameSync(beside, dataDir);
  } catch (error) {
    if (isThere) renameSync(aside, dataDir);
    throw error;
  }
  if (!isThere) return;
  if (readdirSync(aside).length === 0) rmdirSync(aside);
  else say(`The previous data is now in ${aside}.`);
}
