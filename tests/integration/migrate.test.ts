import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate, MigrationError, type SqlFile } from '../../src/embedded-supabase/node/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

let test: TestDatabase;
const said: string[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
});
beforeEach(async () => {
  said.length = 0;
  await test.database.query(`drop schema if exists supabase_migrations cascade`);
  await test.database.query(`create schema supabase_migrations authorization postgres`);
  await test.database.query(`drop table if exists public.a, public.b`);
});
afterAll(() => test.close());

const first: SqlFile = {
  path: 'supabase/migrations/20260101000000_first.sql',
  sql: 'create table a (id int); -- ok\n',
};
const second: SqlFile = {
  path: 'supabase/migrations/20260102000000_second.sql',
  sql: 'insert into a values (1);',
};
const seed: SqlFile = { path: 'supabase/seed.sql', sql: 'insert into a values (2); set role anon;' };

const run = (migrations: SqlFile[], seeds: SqlFile[] = []) =>
  migrate({ url: test.database.projectUrl, migrations, seeds, say: (text) => said.push(text) });
const recorded = async () =>
  (
    await test.database.query(
      'select version, name, statements from supabase_migrations.schema_migrations order by 1',
    )
  ).rows;

describe('migrations', () => {
  it('are applied once, in order, as postgres, and recorded with their statements', async () => {
    expect(await run([second, first])).toEqual([first.path, second.path]);
    expect(await run([first, second])).toEqual([]);
    expect(await recorded()).toEqual([
      { version: '20260101000000', name: 'first', statements: ['create table a (id int)'] },
      { version: '20260102000000', name: 'second', statements: ['insert into a values (1)'] },
    ]);
    const { rows } = await test.database.query(
      `select relowner::regrole::text as owner from pg_class where relname = 'a'`,
    );
    expect(rows).toEqual([{ owner: 'postgres' }]);
  });

  it('that fail leave nothing behind, keep the ones before, and name file and line', async () => {
    const broken = {
      path: 'supabase/migrations/3_broken.sql',
      sql: 'create table b (id int);\n\ninsert into a\nvalues (nope);',
    };
    const failing = run([{ ...first, path: '1_first.sql' }, broken]);
    await expect(failing).rejects.toThrow(MigrationError);
    await expect(run([broken])).rejects.toThrow(
      /3_broken\.sql, line 4: column "nope" does not exist \(42703\)/,
    );
    const { rows } = await test.database.query(
      `select to_regclass('public.a') is not null as a, to_regclass('public.b') as b`,
    );
    expect(rows).toEqual([{ a: true, b: null }]);
    expect((await recorded()).length).toBe(1);
  });

  it('seed only a new database', async () => {
    await run([first], [seed]);
    await run([first, second], [seed]);
    expect((await test.database.query('select id from public.a order by 1')).rows).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect((await test.database.query('select path from supabase_migrations.seed_files')).rows).toEqual([
      { path: seed.path },
    ]);
  });

  it('report anomalies', async () => {
    await run([first, second]);
    await run([second, { path: 'supabase/migrations/notes.sql', sql: 'nonsense' }]);
    expect(said.join('\n')).toMatch(/notes\.sql is passed over[^]*20260101000000 is in the database but not/);
    await expect(run([first, { ...second, path: '20260101000000_same.sql' }])).rejects.toThrow(
      /same version/,
    );
  });
});
