/** The next migration: the difference between a database made by the migrations and one made by the schemas. */
import type { OpenedDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import type { Change } from './change.ts';
import { planChanges } from './plan-changes.ts';
import { planRows } from './plan-rows.ts';

export async function planMigration(
  migrated: OpenedDatabase,
  declared: OpenedDatabase,
): Promise<readonly Change[]> {
  const changes = await planChanges(migrated.projectUrl, declared.projectUrl);
  return [...changes, ...(await planRows(migrated, declared))];
}
