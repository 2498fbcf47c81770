/**
 * Replaces the configuration of a restored PostgreSQL, because the archive's configuration is code. `archive_command` and
 * `shared_preload_libraries` run programs. `pg_hba.conf` chooses who connects as superuser. Signal files and `tablespace_map` make the server
 * follow another one or write elsewhere.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './manifest.ts';

/** Content of the data folder of PostgreSQL 17, except configuration and the files of a running server. */
const DATA_FILES = new Set(['PG_VERSION', 'backup_label']);
const DATA_FOLDERS = new Set([
  'base',
  'global',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_multixact',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
]);
const TABLESPACES = 'pg_tblspc';
const EMPTIED = ['pg_dynshmem', 'pg_replslot'];
/** A cache of the server's own structures in memory, which it reads back unchecked. */
const CACHE = /(^|\/)pg_internal\.init/;

/** The server's arguments set everything else (`postgres.ts`). */
const CONFIGURATION: Readonly<Record<string, string>> = {
  'postgresql.conf': "default_text_search_config = 'pg_catalog.english'\n",
  'postgresql.auto.conf': '',
  'pg_hba.conf': 'host all all 127.0.0.1/32 scram-sha-256\n',
  'pg_ident.conf': '',
};

/** Throws `BackupError` when the database has tablespaces, which can be anywhere. */
export function writeOwnConfiguration(cluster: string): void {
  for (const entry of readdirSync(cluster, { withFileTypes: true })) {
    const isData = entry.isDirectory() ? DATA_FOLDERS.has(entry.name) : DATA_FILES.has(entry.name);
    if (!isData) rmSync(join(cluster, entry.name), { recursive: true });
  }
  refuseTablespaces(cluster);
  for (const folder of EMPTIED)
    for (const name of namesIn(join(cluster, folder)))
      rmSync(join(cluster, folder, name), { recursive: true });
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
    if (CACHE.test(name.replaceAll('\\', '/'))) rmSync(join(cluster, name), { recursive: true });
  for (const [name, text] of Object.entries(CONFIGURATION))
    writeFileSync(join(cluster, name), text, { mode: 0o600 });
}

export function refuseTablespaces(cluster: string): void {
  if (namesIn(join(cluster, TABLESPACES)).length > 0)
    throw new BackupError('The database of this backup has tablespaces, which are not restored.');
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
