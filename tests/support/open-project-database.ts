/** A test database with the project's migrations applied, as on a hosted project. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');

export async function openProjectDatabase(): Promise<TestDatabase> {
  const opened = await openTestDatabase();
  const client = new Client({ connectionString: opened.database.projectUrl });
  await client.connect();
  try {
    for (const file of readdirSync(MIGRATIONS).sort()) {
      await client.query(readFileSync(join(MIGRATIONS, file), 'utf8'));
    }
  } finally {
    await client.end();
  }
  return opened;
}
