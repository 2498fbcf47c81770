import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { startSupabase, type Supabase } from '../../src/embedded-supabase/index.ts';
import { type Postgres, startPostgres } from '../../src/embedded-supabase/node/postgres.ts';
import { readServiceSchemas } from '../../src/embedded-supabase/node/read-service-schemas.ts';

const folder = mkdtempSync(join(tmpdir(), 'spolu-url-'));
let server: Postgres;
let url: URL;
let isStopping = false;

beforeAll(async () => {
  // An ordinary server: its superuser is `postgres`, and the database has a different name.
  server = await startPostgres({ dataDir: join(folder, 'server'), fast: true });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create role postgres login superuser password 'own-password'`);
  await client.query('create database spolu_data owner postgres');
  await client.end();
  url = new URL(server.url);
  url.username = 'postgres';
  url.password = 'own-password';
  url.pathname = '/spolu_data';
});
afterAll(async () => {
  // A connection that is still closing is terminated with its server.
  isStopping = true;
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<Supabase> {
  return await startSupabase({
    projectDir: join(import.meta.dirname, '../..'),
    dataDir: join(folder, dataDir),
    host: '127.0.0.1',
    port: 0,
    env: {},
    databaseUrl: url.href,
    say: () => undefined,
    onError: (error) => {
      if (!isStopping) throw error;
    },
  });
}

async function signUp(supabase: Supabase, email: string): Promise<number> {
  const reply = await fetch(`${supabase.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: supabase.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long password' }),
  });
  return reply.status;
}

it('uses the server of DATABASE_URL, and finds all data from another data folder', async () => {
  const first = await start('one');
  expect(await signUp(first, 'ann@example.com')).toBe(200);
  await first.close();
  const second = await start('two');
  try {
    expect(await signUp(second, 'ann@example.com')).toBe(422);
    const { rows } = await second.database.query<{ name: string }>('select name from public.profiles');
    expect(rows).toEqual([{ name: 'ann' }]);
  } finally {
    await second.close();
  }
});

it('leaves a server’s superuser postgres unchanged, and connects as the given role instead', async () => {
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create role chief login superuser password 'own-password'`);
  await admin.query('create database of_chief');
  await admin.end();
  const asChief = new URL(url);
  asChief.username = 'chief';
  asChief.pathname = '/of_chief';
  const database = await openDatabase({ url: asChief.href, schemas: readServiceSchemas() });
  await database.close();
  expect(database.projectUrl).toBe(asChief.href);
  const postgres = new Client({ connectionString: url.href });
  await postgres.connect();
  const { rows } = await postgres.query('select rolsuper from pg_roles where rolname = current_user');
  await postgres.end();
  expect(rows).toEqual([{ rolsuper: true }]);
});
