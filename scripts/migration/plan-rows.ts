/**
 * Statements that change the rows of one database into those of another: the settings and buckets that the schemas insert.
 * Columns whose default is computed, such as times and secrets, are the database's own.
 */
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Database } from '../../src/embedded-supabase/db/database.ts';
import type { Change } from './change.ts';

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

type Row = Readonly<Record<string, string | null>>;

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array(select a.attname::text from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and (d.oid is null or a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) !~ '[(]') order by a.attnum) as columns,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relkind = 'r' and (n.nspname in ('public', 'private') or c.oid = 'storage.buckets'::regclass)
  order by c.oid`;

export async function planRows(from: Database, to: Database): Promise<readonly Change[]> {
  const before = new Map((await readTables(from)).map((table) => [table.name, table]));
  const changes: Change[] = [];
  for (const table of await readTables(to)) {
    const known = before.get(table.name);
    const present = known === undefined ? new Map<string, Row>() : await readRows(from, known);
    const wanted = await readRows(to, table);
    changes.push(...compareRows(table, present, wanted).map((sql) => ({ sql, byHand: null })));
  }
  return changes;
}

async function readTables(database: Database): Promise<readonly Table[]> {
  return (await database.query<Table>(TABLES)).rows;
}

/** By their keys. */
async function readRows(database: Database, table: Table): Promise<ReadonlyMap<string, Row>> {
  const columns = table.columns.map((column) => `${escapeIdentifier(column)}::text`).join(', ');
  const { rows } = await database.query<Row>(`select ${columns} from ${table.name} order by 1`);
  return new Map(rows.map((row) => [JSON.stringify(table.key.map((column) => row[column])), row]));
}

function compareRows(
  { name, columns, key }: Table,
  present: ReadonlyMap<string, Row>,
  wanted: ReadonlyMap<string, Row>,
): readonly string[] {
  const isKey = (row: Row) => key.map((column) => assign(column, row)).join(' and ');
  const gone = [...present].filter(([id]) => !wanted.has(id));
  const statements = gone.map(([, row]) => `delete from ${name} where ${isKey(row)}`);
  for (const [id, row] of wanted) {
    const old = present.get(id);
    const changed = columns.filter((column) => row[column] !== old?.[column]);
    if (old === undefined) statements.push(insert(name, columns, row));
    else if (changed.length > 0) {
      const values = changed.map((column) => assign(column, row)).join(', ');
      statements.push(`update ${name} set ${values} where ${isKey(row)}`);
    }
  }
  return statements;
}

function insert(name: string, columns: readonly string[], row: Row): string {
  const values = columns.map((column) => literal(row[column])).join(', ');
  return `insert into ${name} (${columns.map(escapeIdentifier).join(', ')}) values (${values})`;
}

const assign = (column: string, row: Row): string => `${escapeIdentifier(column)} = ${literal(row[column])}`;

const literal = (value: string | null | undefined): string =>
  value === null || value === undefined ? 'null' : escapeLiteral(value);
