/** Rights of migrations: the same as on hosted Supabase, where `postgres` is no superuser. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/embedded-supabase/node/migrate.ts';
import { openDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { readServiceSchemas } from '../../src/embedded-supabase/node/read-service-schemas.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

let opened: TestDatabase;
let client: Client;

beforeAll(async () => {
  opened = await openTestDatabase();
  client = new Client({ connectionString: opened.database.projectUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

let version = 0;
const migrateBy = async (sql: string) =>
  await migrate({
    url: opened.database.projectUrl,
    migrations: [{ path: `supabase/migrations/${(version += 1)}_try.sql`, sql }],
    seeds: [],
  });

/** Whether it is a superuser, and its roles that own something of the services. */
async function readPowers(): Promise<unknown> {
  const { rows } = await opened.database.query(`
    select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
           array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) as roles
    from pg_roles r where rolname = 'postgres'`);
  return rows[0];
}
const POWERS = {
  rolsuper: false,
  rolcreaterole: true,
  rolcreatedb: true,
  rolbypassrls: true,
  rolreplication: true,
  roles: [
    'anon',
    'authenticated',
    'authenticator',
    'pg_monitor',
    'pg_read_all_data',
    'pg_signal_backend',
    'service_role',
  ],
};

/** The owners of the services' schemas and of the objects in them. */
async function readOwners(): Promise<unknown> {
  const { rows } = await opened.database.query(`
    select n.nspname as schema, array_agg(distinct owner::regrole::text) as owners from pg_namespace n, lateral (
      select n.nspowner union all select relowner from pg_class where relnamespace = n.oid
      union all select proowner from pg_proc where pronamespace = n.oid
      union all select typowner from pg_type where typnamespace = n.oid
    ) as owners (owner)
    where n.nspname in ('auth', 'storage', 'realtime') group by 1 order by 1`);
  return rows;
}
const OWNERS = [
  { schema: 'auth', owners: ['supabase_auth_admin'] },
  { schema: 'realtime', owners: ['supabase_realtime_admin'] },
  { schema: 'storage', owners: ['supabase_storage_admin'] },
];

describe('postgres', () => {
  test('is no superuser and owns nothing of the services', async () => {
    expect(await readPowers()).toEqual(POWERS);
    expect(await readOwners()).toEqual(OWNERS);
  });

  test.each([
    ['alter table auth.users add column nickname text', 'must be owner of table users'],
    ['alter table storage.objects add column nickname text', 'must be owner of table objects'],
    ['alter table storage.objects disable row level security', 'must be owner of table objects'],
    ['create index on storage.objects (owner)', 'must be owner of table objects'],
    ['drop table realtime.messages', 'must be owner of table messages'],
    ['create table auth.more (id int)', 'permission denied for schema auth'],
    [
      "create function storage.mine() returns int language sql as 'select 1'",
      'permission denied for schema storage',
    ],
    ['drop function auth.uid()', 'must be owner of function auth.uid'],
    ['alter policy x on auth.missing using (true)', 'relation "auth.missing" does not exist'],
    ['create role more superuser', 'permission denied to create role'],
    ['alter role postgres superuser', 'permission denied to alter role'],
    ['grant supabase_storage_admin to postgres', 'permission denied to grant role "supabase_storage_admin"'],
    ['set role supabase_admin', 'permission denied to set role "supabase_admin"'],
    ['set session authorization supabase_admin', 'permission denied to set session authorization'],
    ["create function wild() returns int language c as 'x', 'y'", 'permission denied for language c'],
    ['create extension file_fdw', 'permission denied to create extension "file_fdw"'],
    ['create extension plpython3u', /plpython3/],
    ['create extension pg_cron', 'extension "pg_cron" is not available'],
    ["copy (select 1) to program 'true'", 'permission denied to COPY to or from an external program'],
    ["select pg_read_file('PG_VERSION')", 'permission denied for function pg_read_file'],
    ['delete from storage.objects where false', 'Direct deletion from storage tables is not allowed'],
  ])('may not: %s', async (sql, message) => {
    await expect(migrateBy(sql)).rejects.toThrow(message);
    expect(await readPowers()).toEqual(POWERS);
  });

  test('creates policies and triggers for the services’ tables, and nothing else with the right lent for it', async () => {
    await opened.database.query('create role reader');
    await migrateBy(`
      create policy mine on storage.objects for select to authenticated using (true);
      create policy mine on storage.buckets for select to authenticated using (true);
      create policy mine on realtime.messages for select to authenticated using (true);
      alter policy mine on storage.objects using (false);
      drop policy mine on realtime.messages;
      create function public.note() returns trigger language plpgsql as 'begin return new; end';
      create trigger note after insert on auth.users for each row execute function public.note();
      create trigger note after insert on storage.objects for each row execute function public.note();
      drop trigger note on auth.users;
      do $$ begin create policy late on realtime.messages for insert with check (false); end $$;
      insert into auth.users (id, email) values (gen_random_uuid(), 'seed@example.com');
      insert into storage.buckets (id, name) values ('seeded', 'seeded');
      delete from realtime.messages where topic = 'none';
      grant usage on schema storage, realtime to reader;
      grant select on storage.objects, realtime.messages to reader;
    `);
    const { rows } = await opened.database.query(
      `select tablename, policyname, qual from pg_policies where schemaname in ('storage', 'realtime') order by 1, 2`,
    );
    expect(rows).toEqual([
      { tablename: 'buckets', policyname: 'mine', qual: 'true' },
      { tablename: 'messages', policyname: 'late', qual: null },
      { tablename: 'objects', policyname: 'mine', qual: 'false' },
    ]);
    const granted = await opened.database.query(
      `select has_table_privilege('reader', t, 'select') and has_schema_privilege('reader', split_part(t, '.', 1), 'usage') as yes from unnest('{storage.objects,realtime.messages}'::text[]) as t`,
    );
    expect(granted.rows).toEqual([{ yes: true }, { yes: true }]);
    expect(await readPowers()).toEqual(POWERS);
  });

  test('is lent nothing beyond the statement, whether that fails or its block continues', async () => {
    const sql = `do $$ begin
      begin
        create policy wrong on storage.objects using (no_such_column);
      exception when undefined_column then null;
      end;
      begin
        create extension file_fdw;
      exception when insufficient_privilege then null;
      end;
      execute 'alter table storage.objects add column more int';
    end $$`;
    await expect(migrateBy(sql)).rejects.toThrow('must be owner of table objects');
    await client.query('begin; create policy two on storage.objects using (true)');
    await expect(client.query('drop table storage.objects')).rejects.toThrow('must be owner');
    await client.query('rollback');
    expect(await readPowers()).toEqual(POWERS);
  });

  test('creates the extensions that hosted Supabase has, if PostgreSQL has them', async () => {
    const names = [
      'citext',
      'pg_trgm',
      'moddatetime',
      'pg_stat_statements',
      'postgres_fdw',
      'unaccent',
      'hstore',
    ];
    const creating = ['pgcrypto', 'uuid-ossp', ...names].map(
      (name) => `create extension if not exists "${name}" with schema extensions;`,
    );
    await migrateBy(creating.join('\n'));
    await migrateBy('drop extension moddatetime; create extension earthdistance cascade;');
    const { rows } = await opened.database.query<{ name: string }>(
      'select extname as name from pg_extension order by 1',
    );
    const all = ['cube', 'earthdistance', 'pgcrypto', 'plpgsql', 'uuid-ossp', ...names].sort();
    expect(rows.map(({ name }) => name)).toEqual(all.filter((name) => name !== 'moddatetime'));
    expect(await readPowers()).toEqual(POWERS);
  });

  test('is lent a right in two transactions at a time: the second waits', async () => {
    const pairs = [
      ['create extension seg', 'create extension isn'],
      [
        'create policy one on storage.objects using (true)',
        'create policy one on storage.buckets using (true)',
      ],
    ];
    for (const [first = '', second = ''] of pairs) {
      await client.query(`begin; ${first}`);
      const waiting = migrateBy(second);
      await client.query('select pg_sleep(0.1); commit');
      expect(await waiting).toHaveLength(1);
    }
    expect(await readPowers()).toEqual(POWERS);
  });

  test('changes the settings of the REST service', async () => {
    await migrateBy(
      `alter role authenticator set pgrst.db_aggregates_enabled = 'true'; notify pgrst, 'reload config'`,
    );
    const { rows } = await opened.database.query(
      "select rolconfig from pg_roles where rolname = 'authenticator'",
    );
    expect(rows[0]).toMatchObject({
      rolconfig: expect.arrayContaining(['pgrst.db_aggregates_enabled=true']),
    });
  });
});

test('an older data folder, whose postgres is a superuser and an owner, opens and is as strict', async () => {
  await opened.database.query(`
    alter role postgres superuser;
    grant supabase_storage_admin, supabase_realtime_admin to postgres;
    alter table auth.users owner to supabase_admin;
    alter schema auth owner to postgres;
    alter function auth.uid() owner to postgres;
    alter type auth.aal_level owner to supabase_admin;
    drop event trigger embedded_lend;
    drop event trigger embedded_take_back;
    drop function embedded.project_role();
    drop trigger protect_objects_delete on storage.objects;
    delete from embedded.applied_schema where name in ('project role', 'supautils');
    update embedded.applied_schema set sha256 = 'of before'`);
  const again = await openDatabase({ url: opened.database.url, schemas: readServiceSchemas() });
  await again.close();
  expect(await readPowers()).toEqual(POWERS);
  expect(await readOwners()).toEqual(OWNERS);
  await migrateBy('create policy again on storage.objects for select using (true)');
  await expect(migrateBy('delete from storage.objects where false')).rejects.toThrow('Direct deletion');
});
