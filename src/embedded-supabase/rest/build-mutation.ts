/** Builds inserts, updates and deletes as SQL that ends in RETURNING; the reply is read from the returned rows. */
import { buildConditions, type FieldContext } from './build-condition.ts';
import { type Column, findColumn, type Table } from './catalogue.ts';
import type { Parameters } from './parameters.ts';
import type { ReadNode } from './plan-read.ts';
import type { Condition } from './query-ast.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import type { JsonPayload } from './read-body.ts';
import { refuseUnfiltered, refuseUnknownBodyColumn } from './refusals.ts';

export interface Conflict {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates';
  readonly columns: readonly string[];
}

export interface MutationContext {
  readonly table: Table;
  readonly parameters: Parameters;
  /** SQL after RETURNING. */
  readonly returning: string;
}

/** A transaction-local setting that counts the rows that an upsert changed rather than added. */
export const UPDATED_SETTING = 'pgrst.updated';

export function buildInsert(
  context: MutationContext,
  payload: JsonPayload,
  conflict: Conflict | null,
  fillDefaults: boolean,
): string {
  const { table, parameters, returning } = context;
  const columns = payload.keys.map((key) => bodyColumn(table, key));
  const into = `INSERT INTO ${table.sql} AS t0`;
  const end = `${buildConflict(context, columns, conflict)} RETURNING ${returning}`;
  if (columns.length > 0) {
    const rows = buildRows(columns, asArray(payload), fillDefaults, parameters);
    return `${into} (${columns.map(({ name }) => quoteIdentifier(name)).join(', ')}) ${rows}${end}`;
  }
  if (payload.rows === 1) return `${into} DEFAULT VALUES${end}`;
  // The objects have no keys: every column gets its default.
  const all = [...table.columns.values()].filter((column) => !column.isGenerated);
  const names = all.map(({ name }) => quoteIdentifier(name)).join(', ');
  return `${into} (${names}) ${buildRows(all, asArray(payload), true, parameters)}${end}`;
}

export function buildUpdate(
  context: MutationContext,
  payload: JsonPayload,
  conditions: readonly Condition[],
  fillDefaults: boolean,
): string {
  const { table, parameters, returning } = context;
  const columns = payload.keys.map((key) => bodyColumn(table, key));
  if (columns.length === 0 || payload.rows === 0) {
    return `SELECT ${returning} FROM ${table.sql} AS t0 WHERE false`;
  }
  const assignments = columns.map(({ name }) => `${quoteIdentifier(name)} = b.${quoteIdentifier(name)}`);
  const rows = `${buildRows(columns, asArray(payload), fillDefaults, parameters)} LIMIT 1`;
  if (conditions.length === 0) throw refuseUnfiltered('UPDATE');
  const filters = buildConditions(conditions, fieldsOf(context));
  return `UPDATE ${table.sql} AS t0 SET ${assignments.join(', ')} FROM (${rows}) AS b WHERE ${filters.join(' AND ')} RETURNING ${returning}`;
}

export function buildDelete(context: MutationContext, conditions: readonly Condition[]): string {
  if (conditions.length === 0) throw refuseUnfiltered('DELETE');
  const filters = buildConditions(conditions, fieldsOf(context));
  return `DELETE FROM ${context.table.sql} AS t0 WHERE ${filters.join(' AND ')} RETURNING ${context.returning}`;
}

/** RETURNING lists only the columns that the reply needs, because the caller must have the right to read each. */
export function buildReturning(table: Table, node: ReadNode, needsKey: boolean): string {
  const wanted = new Set<string>(needsKey ? table.primaryKey : []);
  const computed = new Map<string, string>();
  for (const item of node.select) {
    if (item.kind === 'star') for (const name of table.columns.keys()) wanted.add(name);
    else if (item.field !== null) {
      const { name } = item.field;
      const own = table.columns.has(name) ? undefined : table.computed.get(name);
      if (own === undefined && !(name === 'count' && !table.columns.has(name)))
        wanted.add(findColumn(node.source, name).name);
      else if (own !== undefined) computed.set(name, `${own.functionSql}(t0)`);
    }
  }
  for (const term of node.order)
    if (term.relation === null) wanted.add(findColumn(node.source, term.field.name).name);
  for (const { link } of node.children) {
    if (link.kind === 'computed') continue;
    const { relationship } = link;
    const pairs = relationship.kind === 'many-to-many' ? relationship.source.columns : relationship.columns;
    for (const [own] of pairs) wanted.add(own);
  }
  const columns = [...wanted].map((name) => `t0.${quoteIdentifier(name)}`);
  for (const [name, sql] of computed) columns.push(`${sql} AS ${quoteIdentifier(name)}`);
  return columns.length === 0 ? '1' : columns.join(', ');
}

function bodyColumn(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (column === undefined) throw refuseUnknownBodyColumn(table.name, name);
  return column;
}

function asArray(payload: JsonPayload): string {
  return payload.isArray ? payload.text : `[${payload.text}]`;
}

/** One row per object. A missing key becomes the column's default with `fillDefaults`, else null. */
function buildRows(
  columns: readonly Column[],
  json: string,
  fillDefaults: boolean,
  parameters: Parameters,
): string {
  const types = columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type.sql}`).join(', ');
  const body = `${parameters.add(json)}::pg_catalog.json`;
  if (!fillDefaults) {
    const names = columns.map(({ name }) => `p.${quoteIdentifier(name)}`).join(', ');
    return `SELECT ${names} FROM pg_catalog.json_to_recordset(${body}) AS p (${types})`;
  }
  const values = columns.map(({ name, defaultSql }) => {
    const value = `p.${quoteIdentifier(name)}`;
    if (defaultSql === null) return value;
    const key = parameters.addTyped(name, 'text');
    return `CASE WHEN o.value::pg_catalog.jsonb ? ${key} THEN ${value} ELSE ${defaultSql} END AS ${quoteIdentifier(name)}`;
  });
  return `SELECT ${values.join(', ')} FROM pg_catalog.json_array_elements(${body}) AS o, LATERAL pg_catalog.json_to_record(o.value) AS p (${types})`;
}

function buildConflict(
  { table, parameters }: MutationContext,
  columns: readonly Column[],
  conflict: Conflict | null,
): string {
  if (conflict === null || conflict.columns.length === 0) return '';
  const targets = conflict.columns.map((name) => quoteIdentifier(bodyColumn(table, name).name));
  const head = ` ON CONFLICT (${targets.join(', ')})`;
  if (conflict.resolution === 'ignore-duplicates' || columns.length === 0) return `${head} DO NOTHING`;
  const assignments = columns.map(
    ({ name }) => `${quoteIdentifier(name)} = EXCLUDED.${quoteIdentifier(name)}`,
  );
  const setting = parameters.addTyped(UPDATED_SETTING, 'text');
  const before = `COALESCE(NULLIF(pg_catalog.current_setting(${setting}, true), ''), '0')::pg_catalog.int4`;
  const counted = `pg_catalog.set_config(${setting}, (${before} + 1)::pg_catalog.text, true) <> ''`;
  return `${head} DO UPDATE SET ${assignments.join(', ')} WHERE ${counted}`;
}

function fieldsOf({ table, parameters }: MutationContext): FieldContext {
  return {
    alias: 't0',
    source: { label: table.name, columns: table.columns },
    parameters,
    findEmbed: () => null,
  };
}
