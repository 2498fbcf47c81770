/** Databases made by `supabase/schemas` and by `supabase/migrations`, with a stand-in for the clock of jobs. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { migrate, type MigrateOptions, type SqlFile } from '../../src/embedded-supabase/node/migrate.ts';
import {
  readListedFiles,
  readMigrationFiles,
  readProjectConfig,
} from '../../src/embedded-supabase/node/read-project.ts';
import { CLOCK } from './clock-of-jobs.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

const ROOT = join(import.meta.dirname, '../..');

const FOLDERS = ['supabase/schemas', 'src/yjs-supabase/sql'];

/** The files of these folders, in the order of `schema_paths`. Objects of an unlisted file would be missing. */
export function readSchemas(): readonly SqlFile[] {
  const schemas = readListedFiles(ROOT, readProjectConfig(ROOT, {}).db.migrations.schema_paths);
  const listed = new Set(schemas.map(({ path }) => basename(path)));
  const unlisted = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder))).filter(
    (file) => !listed.has(file),
  );
  if (unlisted.length > 0) throw new Error(`schema_paths in config.toml lacks ${unlisted.join(', ')}`);
  return schemas;
}

export const readMigrations = (): readonly SqlFile[] => readMigrationFiles(ROOT);

/** A file that fails throws `MigrationError` with its line. */
export const openDeclared = (schemas: readonly SqlFile[]): Promise<TestDatabase> =>
  openWith({ migrations: [], seeds: schemas });

export const openMigrated = (migrations: readonly SqlFile[]): Promise<TestDatabase> =>
  openWith({ migrations, seeds: [] });

async function openWith(files: Pick<MigrateOptions, 'migrations' | 'seeds'>): Promise<TestDatabase> {
  const opened = await openTestDatabase();
  try {
    await opened.database.query(CLOCK);
    await migrate({ url: opened.database.projectUrl, ...files });
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}
