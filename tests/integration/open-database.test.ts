import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { startPostgres } from '../../src/embedded-supabase/node/postgres.ts';
import { readServiceSchemas } from '../../src/embedded-supabase/node/read-service-schemas.ts';
import { makeTestDataDir, openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
  await test.database.query(`
    create table public.notes (id int primary key, owner text default current_setting('request.jwt.claim.sub', true));
    alter table public.notes enable row level security;
    create policy own on public.notes using (owner = current_setting('request.jwt.claim.sub', true));
  `);
});
afterAll(async () => {
  await test.close();
});

const ann = { role: 'authenticated', sub: 'ann' };

describe('a transaction as the caller', () => {
  it('has the role, its claims and its statement timeout, and resets all of them', async () => {
    const seen = await test.database.asCaller({ claims: { ...ann, extra: ['x'] } }, async (tx) => {
      const { rows } = await tx.query<Record<string, string>>(`
        select current_user::text as user, session_user::text as session,
          current_setting('statement_timeout') as timeout, current_setting('request.jwt.claims') as claims`);
      return rows[0];
    });
    expect(seen).toMatchObject({ user: 'authenticated', session: 'authenticator', timeout: '8s' });
    expect(JSON.parse(seen?.claims ?? '')).toEqual({ ...ann, extra: ['x'] });
    const anonymous = await test.database.asCaller({ claims: null }, async (tx) => {
      const { rows } = await tx.query<Record<string, string>>(
        `select current_user::text as user, current_setting('request.jwt.claim.sub', true) as sub,
          current_setting('statement_timeout') as timeout`,
      );
      return rows[0];
    });
    expect(anonymous).toEqual({ user: 'anon', sub: '', timeout: '3s' });
  });

  it('commits, and rolls back on a throw or with `rollback`', async () => {
    const insert = (id: number) => ({
      work: async (tx: { query: (text: string, values: unknown[]) => Promise<unknown> }) => {
        await tx.query('insert into public.notes (id) values ($1)', [id]);
      },
    });
    await test.database.asCaller({ claims: ann }, insert(1).work);
    await test.database.asCaller({ claims: ann, rollback: true }, insert(2).work);
    const failing = test.database.asCaller({ claims: ann }, async (tx) => {
      await insert(3).work(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { rows } = await test.database.query('select id, owner from public.notes');
    expect(rows).toEqual([{ id: 1, owner: 'ann' }]);
  });

  it('refuses writes when it is read only', async () => {
    const writing = test.database.asCaller({ claims: ann, readOnly: true }, (tx) =>
      tx.query('delete from public.notes'),
    );
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });

  it('cannot become an unknown or higher role, and the connection stays usable', async () => {
    for (const role of ['nobody-knows', 'supabase_admin', 'postgres', 'supabase_auth_admin']) {
      const trying = test.database.asCaller({ claims: { role } }, (tx) => tx.query('select 1'));
      await expect(trying, role).rejects.toMatchObject({ code: role === 'nobody-knows' ? '22023' : '42501' });
    }
    const fine = await test.database.asCaller({ claims: ann }, (tx) => tx.query('select 1 as one'));
    expect(fine.rows).toEqual([{ one: 1 }]);
  });

  it('survives a connection closed by the server', async () => {
    const dying = test.database.asCaller({ claims: ann }, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await test.database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.query('select 1');
    });
    await expect(dying).rejects.toThrow();
    const fine = await test.database.asCaller({ claims: ann }, (tx) => tx.query('select 1 as one'));
    expect(fine.rows).toEqual([{ one: 1 }]);
  });
});

describe('listening', () => {
  it('continues after the connection broke, and ends when undone', async () => {
    const heard: string[] = [];
    const undo = await test.database.listen('Some channel', (payload) => heard.push(payload));
    const notify = (text: string) => test.database.query('select pg_notify($1, $2)', ['Some channel', text]);
    await notify('one');
    await expect.poll(() => heard).toEqual(['one']);
    await test.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`,
    );
    await expect
      .poll(
        async () => {
          await notify('two');
          return heard.includes('two');
        },
        { timeout: 5000, interval: 100 },
      )
      .toBe(true);
    await undo();
    const count = heard.length;
    await notify('three');
    await test.database.query('select 1');
    expect(heard.length).toBe(count);
  });
});

it('runs one statement at a time on a connection, however many listeners start and end', async () => {
  const warned = vi.spyOn(process, 'emitWarning');
  const undo = await Promise.all(
    ['a', 'b', 'c'].map((channel) => test.database.listen(channel, () => undefined)),
  );
  await Promise.all(undo.map((end) => end()));
  expect(warned.mock.calls).toEqual([]);
  warned.mockRestore();
});

it('reports no errors of connections that the server ends while they are closed', async () => {
  const dataDir = await makeTestDataDir();
  const postgres = await startPostgres({ dataDir, fast: true });
  const troubles: Error[] = [];
  const onTrouble = (error: Error) => troubles.push(error);
  const database = await openDatabase({ url: postgres.url, schemas: readServiceSchemas(), onTrouble });
  await Promise.all(Array.from({ length: 8 }, () => database.query('select pg_sleep(0.05)')));
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(troubles).toEqual([]);
});

describe('the role postgres', () => {
  it('is no superuser, owns the database, may create extensions, and callers cannot read the local mailbox', async () => {
    const client = new Client({ connectionString: test.database.projectUrl });
    await client.connect();
    try {
      const { rows } =
        await client.query(`select rolsuper, rolbypassrls, current_setting('search_path') as path
        from pg_roles where rolname = current_user`);
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: true, path: '"$user", public, extensions' }]);
      await client.query('create extension if not exists pg_trgm with schema extensions');
      await client.query('create table public.made (id int)');
      const granted = await client.query(
        `select has_table_privilege('anon', 'public.made', 'select') as yes`,
      );
      expect(granted.rows).toEqual([{ yes: true }]);
      const allowed = await client.query(`select rolname from pg_roles
        where has_schema_privilege(rolname, 'embedded', 'usage')
          and has_table_privilege(rolname, 'embedded.mails', 'select') and rolname !~ '^pg_' order by 1`);
      expect(allowed.rows).toEqual([{ rolname: 'postgres' }, { rolname: 'supabase_admin' }]);
    } finally {
      await client.end();
    }
  });
});
