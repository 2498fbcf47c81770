/** One archive of all data of an embedded Supabase: database, uploaded files, keys. */
import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { Closers } from '../closers.ts';
import { openPlace } from '../postgres-place.ts';
import { connectionUrl, readOwner, startPostgres } from '../postgres.ts';
import { packFolder, refuseIfThere } from './archive.ts';
import { copyDatabase } from './copy-database.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { readMigrations } from './project.ts';

export const KEY_FILES = ['database-password', 'keys.json', 'signing-key.json', 'functions.env'];
const STAGE = 'backup-';

export interface BackupOptions {
  readonly dataDir: string;
  /** Path of the archive; must not exist. */
  readonly file: string;
  readonly now: () => Date;
  readonly say: (sentence: string) => void;
}

/**
 * Uses the running server's database, or starts one when no server is running. Throws `BackupError`. Removes an
 * unfinished archive.
 */
export async function backUpFolder(options: BackupOptions): Promise<Manifest> {
  const { file, now, say } = options;
  const dataDir = resolve(options.dataDir);
  refuseIfThere(file);
  const { cluster } = openPlace(dataDir, say);
  if (!existsSync(join(cluster, 'PG_VERSION'))) throw new BackupError(`There is no database in ${dataDir}.`);
  return await withDatabase(dataDir, say, async (client) => {
    await refuseIfBusy(client);
    for (const name of readdirSync(dataDir).filter((one) => one.startsWith(STAGE)))
      rmSync(join(dataDir, name), { recursive: true, force: true });
    // Inside the data folder, so that uploaded files can be hard-linked instead of copied.
    const stage = mkdtempSync(join(dataDir, STAGE));
    try {
      const migrations = await readMigrations(client);
      const madeAt = now().toISOString();
      await copyDatabase(client, cluster, join(stage, 'postgres'), () =>
        linkFiles(join(dataDir, 'storage'), join(stage, 'storage')),
      );
      for (const name of KEY_FILES)
        if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(stage, name));
      return packFolder(stage, resolve(file), { kind: 'folder', madeAt, migrations });
    } finally {
      rmSync(stage, { recursive: true, force: true });
    }
  });
}

async function withDatabase<T>(
  dataDir: string,
  say: (sentence: string) => void,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const closers = new Closers();
  try {
    const port = readOwner(dataDir)?.port;
    let client = port === undefined ? null : await connect(connectionUrl(dataDir, port));
    if (client === null) {
      const postgres = await startPostgres({ dataDir, say });
      closers.add(() => postgres.stop());
      client = await connect(postgres.url);
    }
    if (client === null) throw new BackupError('The database does not answer.');
    const connected = client;
    closers.add(() => connected.end());
    return await work(connected);
  } finally {
    await closers.close();
  }
}

const refused = z.object({ code: z.literal('ECONNREFUSED') });

/** Null when the port is closed: process ids are reused, so the recorded owner of the folder may be gone. */
async function connect(url: string): Promise<Client | null> {
  const client = new Client({ connectionString: url });
  // The end of the connection is reported to the pending query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (refused.safeParse(error).success) return null;
    throw error;
  }
}

async function refuseIfBusy(client: Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    "select pg_try_advisory_lock(hashtext('embedded-supabase backup')) as free",
  );
  if (rows[0]?.free !== true) throw new BackupError('Another backup is in progress.');
}

const cannotLink = z.object({ code: z.enum(['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK']) });

/** A file never changes once it has its name, so a hard link is as good as a copy, and immediate. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  if (!existsSync(from)) return;
  for (const folder of readdirSync(from).filter((name) => name !== 'tmp')) {
    mkdirSync(join(to, folder));
    for (const name of readdirSync(join(from, folder))) {
      const [source, target] = [join(from, folder, name), join(to, folder, name)];
      try {
        linkSync(source, target);
      } catch (error) {
        if (!cannotLink.safeParse(error).success) throw error;
        copyFileSync(source, target);
      }
    }
  }
}
