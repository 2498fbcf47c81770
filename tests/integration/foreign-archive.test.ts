/** An archive by an attacker: its configuration, signal files and variables are code, and none of it runs. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packFolder } from '../../src/embedded-supabase/node/backup/archive.ts';
import { restoreFolder } from '../../src/embedded-supabase/node/backup/restore-folder.ts';
import { startPostgres } from '../../src/embedded-supabase/node/postgres.ts';
import { makeTestDataDir } from '../support/open-test-database.ts';

let folder: string;
let source: string;
let marks: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spolu-foreign-'));
  source = await makeTestDataDir();
  marks = join(folder, 'marks');
  mkdirSync(marks);
  for (const open of [folder, marks]) chmodSync(open, 0o777);
  for (const name of readdirSync(source))
    if (!['postgres', 'database-password'].includes(name)) rmSync(join(source, name), { recursive: true });
});
afterEach(() => {
  for (const made of [folder, source]) rmSync(made, { recursive: true, force: true });
});

const write = (name: string, text: string): void => {
  mkdirSync(join(source, 'postgres', name, '..'), { recursive: true });
  writeFileSync(join(source, 'postgres', name), text);
};
const mark = (name: string): string => `'touch ${join(marks, name)}'`;

async function restore(): Promise<string> {
  const file = join(folder, 'foreign.tar.gz');
  packFolder(source, file, { kind: 'folder', madeAt: '2026-11-25T12:00:00.000Z', migrations: [] });
  const dataDir = join(folder, 'data');
  const options = {
    file,
    dataDir,
    migrations: [],
    replace: false,
    now: () => new Date(),
    say: () => undefined,
  };
  await restoreFolder(options);
  return dataDir;
}

const commands = (from: string): string =>
  [
    'archive_mode = always',
    ...['archive_command', 'restore_command', 'archive_cleanup_command', 'recovery_end_command'].map(
      (name) => `${name} = ${mark(`${from}-${name}`)}`,
    ),
    'archive_timeout = 1s',
    "listen_addresses = '*'",
    "shared_preload_libraries = '/tmp/foreign'",
    `ssl_passphrase_command = ${mark(`${from}-ssl`)}`,
    'ssl = on',
    `data_directory = '${marks}'`,
    "hba_file = '/etc/passwd'",
    '',
  ].join('\n');

const FILES: Readonly<Record<string, () => string>> = {
  'postgresql.conf': () => `${commands('conf')}include_dir = 'conf.d'\ninclude_if_exists = 'more.conf'\n`,
  'postgresql.auto.conf': () => commands('auto'),
  'conf.d/1.conf': () => commands('conf.d'),
  'more.conf': () => commands('more'),
  'pg_hba.conf': () => 'host all all 0.0.0.0/0 trust\n',
  'pg_ident.conf': () => 'all /.* supabase_admin\n',
  'recovery.signal': () => '',
  'standby.signal': () => '',
  'recovery.conf': () => commands('old'),
  tablespace_map: () => `16999 ${marks}\n`,
  'postmaster.opts': () => `postgres -c archive_command=${mark('opts')}`,
  'base/1/pg_internal.init': () => 'x'.repeat(1000),
};

test(
  'nothing of a foreign configuration runs, during the restore or after it',
  { timeout: 120_000 },
  async () => {
    for (const [name, text] of Object.entries(FILES)) write(name, text());
    const dataDir = await restore();
    expect(readdirSync(marks)).toEqual([]);
    const cluster = join(dataDir, 'postgres');
    const postgres = await startPostgres({ dataDir });
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      'create table filled as select generate_series(1, 1000); checkpoint; select pg_switch_wal()',
    );
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where sourcefile is not null
       or name in ('archive_mode', 'archive_command', 'restore_command', 'listen_addresses', 'autovacuum')`,
    );
    const { rows: rules } = await client.query('select address, auth_method from pg_hba_file_rules');
    await client.end();
    await postgres.stop();
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      archive_mode: 'off',
      archive_command: '(disabled)',
      restore_command: '',
      listen_addresses: '127.0.0.1',
      autovacuum: 'on',
      default_text_search_config: 'pg_catalog.english',
    });
    expect(rules).toEqual([{ address: '127.0.0.1', auth_method: 'scram-sha-256' }]);
    expect(readdirSync(marks)).toEqual([]);
    for (const name of ['conf.d', 'more.conf', 'recovery.signal', 'standby.signal', 'recovery.conf'])
      expect(existsSync(join(cluster, name)), name).toBe(false);
    expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).not.toContain('trust');
  },
);

test('a database with tablespaces is refused, and nothing is left', { timeout: 60_000 }, async () => {
  write('pg_tblspc/16999/PG_17/1/2', 'rows');
  await expect(restore()).rejects.toThrow(/tablespaces/);
  expect(readdirSync(folder).toSorted()).toEqual(['foreign.tar.gz', 'marks']);
});
