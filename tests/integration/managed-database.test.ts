/**
 * A database of a managed PostgreSQL: its role may create roles and write into one database, but is no superuser. The
 * start reports missing rights as statements; after these, everything that Spolu expects of a Supabase works.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MissingRightsError } from '../../src/embedded-supabase/node/missing-rights.ts';
import { startSupabase, type Supabase } from '../../src/embedded-supabase/index.ts';
import { type Postgres, startPostgres } from '../../src/embedded-supabase/node/postgres.ts';
import { Contract } from '../contracts/supabase/contract.ts';
import { describeFunctions } from '../contracts/supabase/functions.ts';
import { describeRealtime } from '../contracts/supabase/realtime.ts';
import { describeRest } from '../contracts/supabase/rest.ts';
import { describeStorage } from '../contracts/supabase/storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'spolu-managed-'));
let server: Postgres;
let administrator: Client;
let supabase: Supabase | null = null;

beforeAll(async () => {
  server = await startPostgres({ dataDir: join(folder, 'server'), fast: true });
  await runIn('postgres', `create role "Ann's role" login password 'own'; create database managed`);
  administrator = await connect('managed');
});
afterAll(async () => {
  await supabase?.close();
  await administrator.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(database: string): Promise<Client> {
  const client = new Client({ connectionString: server.url.replace(/postgres$/, database) });
  await client.connect();
  return client;
}

async function runIn(database: string, sql: string): Promise<void> {
  const client = await connect(database);
  for (const statement of sql.split(';')) await client.query(statement);
  await client.end();
}

const start = async (role = "Ann's%20role", database = 'managed'): Promise<Supabase> =>
  await startSupabase({
    projectDir: join(import.meta.dirname, '../..'),
    dataDir: join(folder, database),
    host: '127.0.0.1',
    port: 0,
    env: {},
    databaseUrl: `postgresql://${role}:own@127.0.0.1:${server.port}/${database}`,
    // realtime-joins.test.ts proves the delay.
    configure: (config) => ({ ...config, realtime: { ...config.realtime, refusedJoinDelayMs: 50 } }),
    say: () => undefined,
    onError: (error) => {
      throw error;
    },
  });

test('a role that lacks rights receives the statements to run, and needs no others', async () => {
  const failure: unknown = await start().catch((error: unknown) => error);
  if (!(failure instanceof MissingRightsError)) throw failure;
  const [sentence, ...statements] = failure.message.split('\n');
  expect(sentence).toBe(
    `The role Ann's role of DATABASE_URL lacks rights. Have a superuser run this in the database first:`,
  );
  expect(statements).toEqual([
    `  alter role "Ann's role" createrole;`,
    `  grant create on database managed to "Ann's role";`,
    `  grant create on schema public to "Ann's role";`,
    `  create role service_role nologin noinherit bypassrls;`,
    `  grant service_role to "Ann's role" with admin option;`,
  ]);
  const { rows } = await administrator.query(`select 1 from pg_namespace where nspname = 'auth'`);
  expect(rows).toEqual([]);
  for (const statement of statements) await administrator.query(statement);
  supabase = await start();
});

describe('the contract over a role that is no superuser', () => {
  const contract = new Contract();
  beforeAll(async () => {
    supabase ??= await start();
    contract.open({ url: supabase.url, ...supabase.keys });
  });
  afterAll(() => contract.close());

  describeRest(contract);
  describeRealtime(contract);
  describeFunctions(contract);
  describeStorage(contract);
});

test('everything belongs to that role, which got nothing more, and a second start accepts it', async () => {
  await supabase?.close();
  supabase = await start();
  const { rows } = await administrator.query(`
    select rolsuper, rolbypassrls,
           (select relowner::regrole::text from pg_class where oid = 'public.documents'::regclass) as owner,
           (select relowner::regrole::text from pg_class where oid = 'storage.objects'::regclass) as storage,
           (select count(*)::int from pg_event_trigger) as event_triggers
    from pg_roles where rolname = 'Ann''s role'`);
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolbypassrls: false,
      owner: `"Ann's role"`,
      storage: 'supabase_storage_admin',
      event_triggers: 0,
    },
  ]);
});

test('another role of that server receives the grants that it lacks on the first one’s roles', async () => {
  await runIn(
    'managed',
    `create role other login createrole bypassrls password 'own'; create database second owner other`,
  );
  await expect(start('other', 'second')).rejects.toThrow('grant authenticator to other with admin option;');
});
