/**
 * Copies the files of a running PostgreSQL as the database of one moment. It uses the online backup (`pg_backup_start` and
 * `pg_backup_stop`), because the binaries of npm include neither pg_dump nor pg_basebackup. The copy is consistent only
 * together with the write-ahead log of that time, which PostgreSQL replays on the first start. Copying does not block
 * writers.
 *
 * Source: PostgreSQL 17, chapter 25.3, "Making a Base Backup Using the Low Level API".
 */
import { constants, copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { z } from 'zod';

/** Folders whose content only matters to the running server; the folders themselves must exist. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|pg_internal\.init.*|pgsql_tmp.*)$/;
const missing = z.object({ code: z.literal('ENOENT') });

const stopped = z.object({
  lsn: z.string(),
  labelfile: z.string(),
  spcmapfile: z.string(),
});

/**
 * `atTheMoment` runs while `storage.objects` is locked, so it sees exactly the files that the copied rows reference.
 * Needs a connection of the superuser.
 */
export async function copyDatabase(
  client: Client,
  cluster: string,
  target: string,
  atTheMoment: () => void,
): Promise<void> {
  // The slot retains the write-ahead log from here on, while this connection is open.
  await client.query("select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)");
  const started = await client.query<{ lsn: string }>("select pg_backup_start('backup', true) as lsn");
  copyFolder(cluster, target);
  await client.query('begin');
  await client.query("set local lock_timeout = '30s'");
  await client.query('lock table storage.objects in share mode');
  const stop = stopped.parse((await client.query('select * from pg_backup_stop(false)')).rows[0]);
  atTheMoment();
  await client.query('commit');
  writeFileSync(join(target, 'backup_label'), stop.labelfile, { mode: 0o600 });
  if (stop.spcmapfile !== '') throw new Error('The database has tablespaces, which cannot be backed up.');
  await copyLog(client, { cluster, target, from: started.rows[0]?.lsn ?? '', to: stop.lsn });
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && EMPTIED.has(entry.name)) mkdirSync(target, { mode: 0o700 });
    else if (entry.isDirectory()) copyFolder(source, target);
    else copyUnlessGone(source, target);
  }
}

/** A table may have been dropped in the meantime; the log records that, so its file is not needed. */
function copyUnlessGone(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!missing.safeParse(error).success) throw error;
  }
}

interface LogRange {
  readonly cluster: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
}

async function copyLog(client: Client, { cluster, target, from, to }: LogRange): Promise<void> {
  const { rows } = await client.query<{ first: string; last: string }>(
    'select pg_walfile_name($1::pg_lsn) as first, pg_walfile_name($2::pg_lsn) as last',
    [from, to],
  );
  const { first = '', last = '' } = rows[0] ?? {};
  const folder = join(target, 'pg_wal');
  mkdirSync(join(folder, 'archive_status'), { mode: 0o700 });
  const names = readdirSync(join(cluster, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const needed = names.filter((name) => name >= first && name <= last);
  for (const name of needed) copyFileSync(join(cluster, 'pg_wal', name), join(folder, name));
}
