/**
 * `npm run migration NAME`: writes the difference between `supabase/schemas` and the migrations as the next migration. Then it
 * applies that to a database made by the migrations, and prints remaining differences.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, MigrationError, migrationVersions } from '../src/embedded-supabase/node/migrate.ts';
import { compareDumps, dumpRows, dumpSchema } from '../tests/support/dump-schema.ts';
import { openDeclared, openMigrated, readMigrations, readSchemas } from '../tests/support/open-schemas.ts';
import type { TestDatabase } from '../tests/support/open-test-database.ts';
import { planMigration } from './migration/plan-migration.ts';
import { nameMigration, writeText } from './migration/write-text.ts';
import { readArguments } from './read-arguments.ts';

const ROOT = join(import.meta.dirname, '..');
const migrations = readMigrations();
const [words = '', ...more] = readArguments({}).positionals;
const name = nameMigration(words, new Date(), migrationVersions(migrations).at(-1));
if (name === null || more.length > 0) {
  fail('npm run migration NAME, for example: npm run migration add_comments');
}

const migrated = await openMigrated(migrations);
const declared = await openDeclared(readSchemas()).catch(async (error: unknown) => {
  await migrated.close();
  if (error instanceof MigrationError) fail(error.message);
  throw error;
});
try {
  await writeNext(`supabase/migrations/${name}`);
} finally {
  await Promise.all([migrated.close(), declared.close()]);
}

async function writeNext(path: string): Promise<void> {
  const changes = await planMigration(migrated.database, declared.database);
  if (changes.length > 0) {
    const sql = writeText(changes);
    writeFileSync(join(ROOT, path), sql);
    console.log(`Wrote ${path}.`);
    for (const { byHand, sql: statement } of changes) {
      if (byHand !== null) console.log(`By hand: ${byHand}:\n  ${statement.split('\n')[0]}`);
    }
    await apply({ path, sql });
  }
  const left = compareDumps(await dump(declared), await dump(migrated));
  if (left.length > 0) {
    console.log(`The schemas (-) and the migrations (+) still differ:\n${left.join('\n')}`);
    console.log(
      'A new column stands at the end of its table; see "A change of the database" in CONTRIBUTING.md.',
    );
  }
  if (left.length === 0 && changes.length === 0) {
    console.log('The migrations have everything that is in supabase/schemas.');
  } else if (left.length === 0) {
    console.log('With it, the migrations make the same database as supabase/schemas.');
  }
  process.exitCode = left.length > 0 ? 1 : 0;
}

/** An empty database has no rows, so a statement to finish by hand can fail only later. */
async function apply(file: { readonly path: string; readonly sql: string }): Promise<void> {
  try {
    await migrate({ url: migrated.database.projectUrl, migrations: [...migrations, file], seeds: [] });
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    console.log(`It does not apply as it is. ${error.message}`);
  }
}

async function dump({ database }: TestDatabase): Promise<readonly string[]> {
  return [...(await dumpSchema(database)), ...(await dumpRows(database, ['storage.buckets', 'cron.job']))];
}

function fail(sentence: string): never {
  console.error(sentence);
  return process.exit(1);
}
