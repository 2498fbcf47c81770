/**
 * Builds a read plan as SQL. Pure: identifiers come from the catalogue, values are parameters, aliases are numbered.
 */
import { buildConditions, buildField, type FieldContext } from './build-condition.ts';
import { type Catalogue, findColumn, findType, type ComputedColumn } from './catalogue.ts';
import type { Parameters } from './parameters.ts';
import { type ChildNode, type ReadNode, SOURCE } from './plan-read.ts';
import type { Filter, OrderTerm, SelectField } from './query-ast.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import {
  refuseEmbedFilter,
  refuseNotEmbedded,
  refuseNotImplemented,
  refuseRelatedOrder,
} from './refusals.ts';

interface Output {
  readonly label: string;
  readonly sql: string;
  /** Whether it is an aggregate; if any output is, the others become part of GROUP BY. */
  readonly isAggregate: boolean;
}

export interface BuildContext {
  readonly catalogue: Catalogue;
  readonly parameters: Parameters;
}

/** The rows of a node, with all embedded resources. */
export function buildRead(node: ReadNode, context: BuildContext): string {
  return buildNode(node, null, context).sql;
}

/**
 * Counts the rows without a window, also for `count=planned` and `count=estimated`: the planner's estimate would include rows
 * that the caller may not see.
 */
export function buildCount(node: ReadNode, context: BuildContext): string {
  const fields = fieldContext(node, context);
  const conditions = buildConditions(node.conditions, fields);
  const isNeeded = (child: ChildNode) => child.inner || namesEmbed(node, child);
  const joins = node.children.filter(isNeeded).map((child) => buildJoin(child, node, context).join);
  const from = `${node.from ?? ''} AS ${aliasOf(node)}${joins.join('')}`;
  return `SELECT pg_catalog.count(*) AS total FROM (SELECT 1 FROM ${from}${where(conditions)}) AS pgrst_count`;
}

/** Joins may reorder the rows of a mutation or a call, so their order is kept as a number. */
function fromOf(node: ReadNode): string {
  if (!isNumbered(node)) return node.from ?? '';
  return `(SELECT s.*, pg_catalog.row_number() OVER () AS pgrst_row FROM ${SOURCE} AS s)`;
}

function isNumbered(node: ReadNode): boolean {
  const isGrouped = node.select.some((item) => item.kind === 'field' && isAggregated(item, node));
  return node.from === SOURCE && node.children.length > 0 && node.order.length === 0 && !isGrouped;
}

/** `select=count` without parentheses is a count in projects without aggregates: see `buildOutput`. */
function isAggregated(item: SelectField, node: ReadNode): boolean {
  return item.aggregate !== null || (item.field?.name === 'count' && !node.source.columns.has('count'));
}

function aliasOf(node: ReadNode): string {
  return `t${node.id}`;
}

function joinAliasOf(node: ReadNode): string {
  return `e${node.id}`;
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

interface BuiltNode {
  readonly sql: string;
  readonly labels: readonly string[];
}

function buildNode(node: ReadNode, parent: ReadNode | null, context: BuildContext): BuiltNode {
  const fields = fieldContext(node, context);
  const joins = node.children.map((child) => buildJoin(child, node, context));
  const isGrouped = node.select.some((item) => item.kind === 'field' && item.aggregate !== null);
  const own = node.select.flatMap((item) =>
    item.kind === 'star' ? expandStar(node) : [buildOutput(item, node, fields, context)],
  );
  const embedded = joins.flatMap((join) =>
    join.outputs.map((output) => (isGrouped ? asGroupable(output) : output)),
  );
  const outputs = [...own, ...embedded];
  const groups = outputs.filter((output) => !output.isAggregate).map((output) => output.sql);
  const link = parent === null ? { from: '', conditions: [] } : buildLink(node as ChildNode, parent);
  const conditions = [...link.conditions, ...buildConditions(node.conditions, fields)];
  const from = node.from === null ? link.from : `${fromOf(node)} AS ${aliasOf(node)}${link.from}`;
  const sql = [
    `SELECT ${outputs.map(({ sql: value, label }) => `${value} AS ${quoteIdentifier(label)}`).join(', ')}`,
    ` FROM ${from}${joins.map((join) => join.join).join('')}`,
    where(conditions),
    isGrouped && groups.length > 0 ? ` GROUP BY ${groups.join(', ')}` : '',
    buildOrder(node, fields),
    buildWindow(node),
  ].join('');
  return { sql, labels: outputs.map((output) => output.label) };
}

function fieldContext(node: ReadNode, context: BuildContext): FieldContext {
  return {
    alias: aliasOf(node),
    source: node.source,
    parameters: context.parameters,
    findEmbed: (filter) => buildEmbedFilter(filter, node),
  };
}

function expandStar(node: ReadNode): Output[] {
  return [...node.source.columns.values()].map(({ name }) => ({
    label: name,
    sql: `${aliasOf(node)}.${quoteIdentifier(name)}`,
    isAggregate: false,
  }));
}

function buildOutput(item: SelectField, node: ReadNode, fields: FieldContext, context: BuildContext): Output {
  const cast = (sql: string, type: string | null) =>
    type === null ? sql : `CAST(${sql} AS ${findType(context.catalogue, type)})`;
  const { field, aggregate } = item;
  // `select=count` without parentheses is a count in projects without aggregates: if there is no column of that name,
  // PostgreSQL reads it as the function.
  const isBareCount = aggregate === null && field?.name === 'count' && !node.source.columns.has('count');
  if (isBareCount || field === null) {
    const label = item.alias ?? 'count';
    return { label, sql: cast('pg_catalog.count(*)', item.aggregateCast ?? item.cast), isAggregate: true };
  }
  const computed = node.source.columns.has(field.name) ? undefined : node.table?.computed.get(field.name);
  const value = computed === undefined ? buildField(field, fields) : buildComputed(computed, item, node);
  const plain = cast(value, item.cast);
  if (aggregate === null) return { label: item.alias ?? labelOf(item), sql: plain, isAggregate: false };
  const sql = cast(`pg_catalog.${aggregate}(${plain})`, item.aggregateCast);
  return { label: item.alias ?? aggregate, sql, isAggregate: true };
}

/** Rows returned by a mutation already contain their computed columns. */
function buildComputed(computed: ComputedColumn, item: SelectField, node: ReadNode): string {
  if ((item.field?.path.length ?? 0) > 0) throw refuseNotImplemented('JSON paths into computed columns.');
  const alias = aliasOf(node);
  if (node.from === SOURCE) return `${alias}.${quoteIdentifier(computed.name)}`;
  return `${computed.functionSql}(${alias})`;
}

/** The last key of a JSON path names the result, or the column if there is none. */
function labelOf(item: SelectField): string {
  const keys = item.field?.path.map(({ key }) => key).filter((key) => typeof key === 'string') ?? [];
  return keys.at(-1) ?? item.field?.name ?? '';
}

/** `json` has no equality, so values in GROUP BY are cast to `jsonb`. */
function asGroupable(output: Output): Output {
  return output.isAggregate ? output : { ...output, sql: `${output.sql}::pg_catalog.jsonb` };
}

interface Join {
  readonly join: string;
  readonly outputs: readonly Output[];
}

function buildJoin(child: ChildNode, parent: ReadNode, context: BuildContext): Join {
  if (child.spread && child.select.some((item) => item.kind === 'field' && item.aggregate !== null)) {
    throw refuseNotImplemented('Aggregates in a spread resource.');
  }
  const built = buildNode(child, parent, context);
  const alias = joinAliasOf(child);
  const kind = child.inner ? 'INNER' : 'LEFT';
  if (child.link.toOne) {
    const outputs = child.spread
      ? built.labels.map((label) => output(label, `${alias}.${quoteIdentifier(label)}`))
      : isEmpty(child)
        ? []
        : [output(child.label, `pg_catalog.row_to_json(${alias}.*)`)];
    return { join: ` ${kind} JOIN LATERAL (${built.sql}) AS ${alias} ON TRUE`, outputs };
  }
  const row = `r${child.id}`;
  const body = `pg_catalog.json_agg(${row}) AS body`;
  const lists = child.spread
    ? built.labels.map((label) => {
        const name = quoteIdentifier(label);
        return `, pg_catalog.json_agg(${row}.${name}) AS ${name}`;
      })
    : [];
  const outputs = child.spread
    ? built.labels.map((label) => output(label, `COALESCE(${alias}.${quoteIdentifier(label)}, '[]')`))
    : isEmpty(child)
      ? []
      : [output(child.label, `COALESCE(${alias}.body, '[]')`)];
  const found = child.inner ? `${alias}.body IS NOT NULL` : 'TRUE';
  const rows = `SELECT ${body}${lists.join('')} FROM (${built.sql}) AS ${row}`;
  return { join: ` ${kind} JOIN LATERAL (${rows}) AS ${alias} ON ${found}`, outputs };
}

function output(label: string, sql: string): Output {
  return { label, sql, isAggregate: false };
}

/** `client()` is embedded only for filtering. */
function isEmpty(node: ReadNode): boolean {
  return node.select.length === 0 && node.children.every(isEmpty);
}

function buildLink(child: ChildNode, parent: ReadNode): { from: string; conditions: readonly string[] } {
  const own = aliasOf(child);
  const outer = aliasOf(parent);
  const equal = (one: string, column: string, other: string, foreign: string) =>
    `${one}.${quoteIdentifier(column)} = ${other}.${quoteIdentifier(foreign)}`;
  if (child.link.kind === 'computed') {
    return { from: `${child.link.computed.functionSql}(${outer}) AS ${own}`, conditions: [] };
  }
  const { relationship } = child.link;
  if (relationship.kind !== 'many-to-many') {
    return {
      from: '',
      conditions: relationship.columns.map(([column, foreign]) => equal(own, foreign, outer, column)),
    };
  }
  const junction = `j${child.id}`;
  const on = relationship.target.columns.map(([column, foreign]) => equal(junction, foreign, own, column));
  return {
    from: ` INNER JOIN ${relationship.junction.sql} AS ${junction} ON ${on.join(' AND ')}`,
    conditions: relationship.source.columns.map(([column, foreign]) =>
      equal(junction, foreign, outer, column),
    ),
  };
}

/** `client=is.null` and `client=not.is.null`, where `client` is embedded. */
function buildEmbedFilter(filter: Filter, node: ReadNode): string | null {
  const { field, operation } = filter;
  const child = field.path.length === 0 ? node.children.find(({ label }) => label === field.name) : undefined;
  if (child === undefined) return null;
  if (operation.kind !== 'is' || !operation.value.endsWith('null')) {
    if (node.source.columns.has(field.name)) return null;
    throw refuseEmbedFilter(field.name);
  }
  const wantsNull = (operation.value === 'null') !== filter.negated;
  const value = child.link.toOne ? joinAliasOf(child) : `${joinAliasOf(child)}.body`;
  return `${value} IS ${wantsNull ? 'NOT ' : ''}DISTINCT FROM NULL`;
}

function namesEmbed(node: ReadNode, child: ChildNode): boolean {
  const names = (conditions: ReadNode['conditions']): boolean =>
    conditions.some((condition) =>
      condition.kind === 'tree' ? names([...condition.conditions]) : condition.field.name === child.label,
    );
  return names(node.conditions);
}

function buildOrder(node: ReadNode, fields: FieldContext): string {
  if (node.order.length === 0) return isNumbered(node) ? ` ORDER BY ${aliasOf(node)}.pgrst_row` : '';
  const terms = node.order.map((term) => {
    const nulls = term.nulls === null ? '' : ` NULLS ${term.nulls.toUpperCase()}`;
    return `${buildOrderField(term, node, fields)}${term.descending ? ' DESC' : ' ASC'}${nulls}`;
  });
  return ` ORDER BY ${terms.join(', ')}`;
}

function buildOrderField(term: OrderTerm, node: ReadNode, fields: FieldContext): string {
  if (term.relation === null) {
    const computed = node.source.columns.has(term.field.name)
      ? undefined
      : node.table?.computed.get(term.field.name);
    if (computed !== undefined && node.from !== SOURCE) return `${computed.functionSql}(${aliasOf(node)})`;
    return buildField(term.field, fields);
  }
  const child = node.children.find(({ label }) => label === term.relation);
  if (child === undefined) throw refuseNotEmbedded(term.relation);
  if (!child.link.toOne) throw refuseRelatedOrder(node.source.label, term.relation);
  const column = findColumn(child.source, term.field.name);
  const isSelected = child.select.some(
    (item) =>
      item.kind === 'star' ||
      (item.field?.name === column.name &&
        item.field.path.length === 0 &&
        item.alias === null &&
        item.cast === null),
  );
  if (!isSelected) throw refuseNotEmbedded(`${term.relation}.${column.name}`);
  return buildField(term.field, { ...fields, alias: joinAliasOf(child), source: child.source });
}

function buildWindow({ window }: ReadNode): string {
  const limit = window.limit === null ? '' : ` LIMIT ${toSafeInteger(window.limit)}`;
  return window.offset === 0 ? limit : `${limit} OFFSET ${toSafeInteger(window.offset)}`;
}

function toSafeInteger(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`Not a row number: ${value}`);
  return value;
}
