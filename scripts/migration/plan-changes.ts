/** Statements that change the schema of one database into that of another, in an order that applies. */
import { extract } from '@supabase/pg-delta/extract';
import { plan, type Action } from '@supabase/pg-delta/plan';
import { Pool } from 'pg';
import type { Change } from './change.ts';

/** Both are connection strings of the role that applies migrations. */
export async function planChanges(from: string, to: string): Promise<readonly Change[]> {
  const [source, desired] = await Promise.all([readFacts(from), readFacts(to)]);
  const { actions } = plan(source, desired);
  const newTables = actions.flatMap(({ produces }) =>
    produces.flatMap((id) => (id.kind === 'table' ? [nameOf(id.schema, id.name)] : [])),
  );
  return actions
    .filter(({ sql }) => !isAboutOwner(sql.trim()))
    .map((action) => ({ sql: action.sql.trim(), byHand: findReason(action, newTables) }));
}

async function readFacts(connectionString: string) {
  const pool = new Pool({ connectionString });
  try {
    return (await extract(pool)).factBase;
  } finally {
    await pool.end();
  }
}

/** A migration leaves out owners and their privileges: its role owns what it creates, and is not `postgres` on every server. */
const isAboutOwner = (sql: string): boolean =>
  /^ALTER [^\n]* OWNER TO \S+$|^(?:GRANT|REVOKE) [^\n]* "postgres"$/.test(sql);

const nameOf = (schema: string, table: string): string => `${schema}.${table}`;

/** Where rows exist, the statement may fail, or lose what they hold. */
function findReason(action: Action, newTables: readonly string[]): string | null {
  const { sql, verb } = action;
  if (action.transactionality !== 'transactional') return 'it needs a migration of its own';
  if (action.dataLoss === 'destructive')
    return 'it deletes data; if something was renamed, rename it instead';
  if (/^ALTER ROLE\b/.test(sql)) return 'some servers allow it to superusers only';
  if (/^ALTER TABLE .* ALTER COLUMN .* TYPE /.test(sql)) return 'it converts the values of existing rows';
  if (/^ALTER TABLE .* ALTER COLUMN .* SET NOT NULL$/.test(sql)) return 'existing rows need a value before';
  if (/^ALTER TABLE .* ADD COLUMN .* NOT NULL/.test(sql) && !/ (DEFAULT|GENERATED) /.test(sql)) {
    return 'existing rows need a value: add the column without NOT NULL, fill it, then set NOT NULL';
  }
  const isChecked = action.produces.some(
    (id) => id.kind === 'constraint' && !newTables.includes(nameOf(id.schema, id.table)),
  );
  if (verb === 'create' && isChecked) return 'existing rows must satisfy it';
  return null;
}
