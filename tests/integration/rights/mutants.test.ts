/** Applies each mutant to the database and checks that the probes detect it. Every mutant is rolled back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openProjectDatabase } from '../../support/open-project-database.ts';
import type { TestDatabase } from '../../support/open-test-database.ts';
import { MUTANTS } from './mutants/index.ts';
import type { Catalogue } from './mutants/sql-probe.ts';
import { AREAS, PROBES, type Area } from './mutants/sql-probes.ts';

const FEWEST = 25;

// Thousands of statements, perhaps on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let opened: TestDatabase;
let client: Client;
beforeAll(async () => {
  opened = await openProjectDatabase();
  client = new Client({ connectionString: opened.database.url });
  await client.connect();
  for (const file of ['../../support/database-people.sql', 'mutants/world.sql'])
    await client.query(readFileSync(join(import.meta.dirname, file), 'utf8'));
});
afterAll(async () => {
  await client?.end();
  await opened?.close();
});

const readCatalogue = async (): Promise<Catalogue> => {
  const { rows } = await client.query<Catalogue>(`select
    (select json_agg(json_build_object('name', c.relname, 'columns',
       (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)))
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')) as tables,
    (select json_agg(json_build_object('name', p.proname, 'signature', p.oid::regprocedure::text))
     from pg_proc p where p.pronamespace = 'public'::regnamespace) as functions`);
  return rows[0]!;
};

interface Deviation {
  readonly caller: string;
  readonly what: string;
  readonly answer: string;
}

/** Runs the probes of an area; returns at most `most` outcomes that deviate from the matrix. */
async function runProbes(area: Area, most: number): Promise<readonly Deviation[]> {
  const probes = PROBES[area](await readCatalogue());
  expect(probes.length).toBeGreaterThan(10);
  const { rows } = await client.query<Deviation>('select * from test.run($1::jsonb, $2)', [
    JSON.stringify(probes),
    most,
  ]);
  return rows;
}

/** Runs the probes of an area on a database with the mutant applied. */
async function tryMutant(area: Area, sql: string, most = 1): Promise<readonly Deviation[]> {
  await client.query('begin');
  try {
    await client.query('set local role postgres');
    await client.query(sql);
    await client.query('reset role');
    // As the Storage API does: otherwise a trigger refuses deletions before the policies are checked.
    await client.query("set local storage.allow_delete_query = 'true'");
    return await runProbes(area, most);
  } finally {
    await client.query('rollback');
  }
}

test.each(AREAS)('without a mutant, the probes of %s agree with the matrix', async (area) => {
  expect(await tryMutant(area, 'select 1', 20)).toEqual([]);
});

test('every mutant is detected', async () => {
  const survived: string[] = [];
  for (const { name, area, sql } of MUTANTS)
    if ((await tryMutant(area, sql)).length === 0) survived.push(name);
  process.stdout.write(`${MUTANTS.length - survived.length} killed, ${survived.length} survived\n`);
  expect(survived).toEqual([]);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(FEWEST);
});
