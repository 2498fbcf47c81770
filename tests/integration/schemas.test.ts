/** `supabase/schemas` is the database that the migrations make. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, type SqlFile } from '../../src/embedded-supabase/node/migrate.ts';
import {
  readListedFiles,
  readMigrationFiles,
  readProjectConfig,
} from '../../src/embedded-supabase/node/read-project.ts';
import { CLOCK } from '../support/clock-of-jobs.ts';
import { compareDumps, dumpRows, dumpSchema } from '../support/dump-schema.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const migrations = readMigrationFiles(ROOT);
const schemas = readListedFiles(ROOT, readProjectConfig(ROOT, {}).db.migrations.schema_paths);

const undo: (() => Promise<void>)[] = [];
let migrated: TestDatabase;
let declared: TestDatabase;
beforeAll(async () => {
  [migrated, declared] = await Promise.all([
    openWith({ migrations, seeds: [] }),
    openWith({ migrations: [], seeds: schemas }),
  ]);
});
afterAll(async () => {
  await Promise.all(undo.map((close) => close()));
});

async function openWith(files: {
  readonly migrations: readonly SqlFile[];
  readonly seeds: readonly SqlFile[];
}): Promise<TestDatabase> {
  const opened = await openTestDatabase();
  undo.push(opened.close);
  await opened.database.query(CLOCK);
  await migrate({ url: opened.database.projectUrl, ...files });
  return opened;
}

test('the schemas make the same objects, privileges, comments and settings as the migrations (else: npm run migration NAME)', async () => {
  const schema = await dumpSchema(declared.database);
  expect(schema.length).toBeGreaterThan(500);
  expect(compareDumps(await dumpSchema(migrated.database), schema)).toEqual([]);
});

test('the schemas make the same rows, buckets and jobs as the migrations', async () => {
  const others = ['storage.buckets', 'cron.job'];
  const rows = await dumpRows(declared.database, others);
  expect(rows.filter((row) => row.startsWith('cron.job'))).toHaveLength(2);
  expect(compareDumps(await dumpRows(migrated.database, others), rows)).toEqual([]);
});

test('the schemas have one body for each function', async () => {
  const { rows } = await declared.database.query<{ count: number }>(
    `select count(*)::integer as count from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  const bodies = schemas.flatMap(({ sql }) => sql.match(/^create function/gim) ?? []);
  expect(bodies).toHaveLength(rows[0]?.count ?? 0);
});
