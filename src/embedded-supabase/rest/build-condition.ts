/** Builds filters and logic trees as SQL. Every value becomes a parameter. */
import { findColumn, type RowSource } from './catalogue.ts';
import type { Parameters } from './parameters.ts';
import type { Condition, Field, Filter, Operation } from './query-ast.ts';
import { quoteIdentifier } from './quote-identifier.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const TEXT_SEARCH: Readonly<Record<string, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

/** Context in which the names of fields are resolved. */
export interface FieldContext {
  readonly alias: string;
  readonly source: RowSource;
  readonly parameters: Parameters;
  /** A filter may also name an embed (`client=not.is.null`); null when there is no embed of that name. */
  readonly findEmbed: (filter: Filter) => string | null;
}

export function buildConditions(conditions: readonly Condition[], context: FieldContext): string[] {
  return conditions.map((condition) => buildCondition(condition, context));
}

function buildCondition(condition: Condition, context: FieldContext): string {
  if (condition.kind === 'filter') return buildFilter(condition, context);
  const parts = condition.conditions.map((part) => buildCondition(part, context));
  const joined = `(${parts.join(condition.operator === 'and' ? ' AND ' : ' OR ')})`;
  return condition.negated ? `NOT ${joined}` : joined;
}

function buildFilter(filter: Filter, context: FieldContext): string {
  const embed = context.findEmbed(filter);
  if (embed !== null) return embed;
  const field = buildField(filter.field, context);
  const type = findColumn(context.source, filter.field.name).type.baseName;
  const isVector = filter.field.path.length === 0 && type === 'tsvector';
  const sql = buildOperation(field, isVector, filter.operation, context.parameters);
  return filter.negated ? `NOT (${sql})` : sql;
}

function buildOperation(
  field: string,
  isVector: boolean,
  operation: Operation,
  parameters: Parameters,
): string {
  switch (operation.kind) {
    case 'in':
      return `${field} = ANY (${parameters.add(encodeArray(operation.values))})`;
    case 'is':
      return `${field} IS ${operation.value.replace('_', ' ').toUpperCase()}`;
    case 'isdistinct':
      return `${field} IS DISTINCT FROM ${parameters.add(operation.value)}`;
    case 'fts': {
      const { language, value, operator } = operation;
      const prefix = language === null ? '' : `${parameters.addTyped(language, 'regconfig')}, `;
      const vector = isVector ? field : `pg_catalog.to_tsvector(${prefix}${field})`;
      return `${vector} @@ pg_catalog.${TEXT_SEARCH[operator]}(${prefix}${parameters.addTyped(value, 'text')})`;
    }
    case 'simple': {
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike';
      const value = parameters.add(isPattern ? operation.value.replaceAll('*', '%') : operation.value);
      const operator = OPERATORS[operation.operator];
      if (operator === undefined) throw new Error(`Unknown operator ${operation.operator}.`);
      return operation.quantifier === null
        ? `${field} ${operator} ${value}`
        : `${field} ${operator} ${operation.quantifier.toUpperCase()} (${value})`;
    }
  }
}

/** A column, or the value at a JSON path in it. Columns of other types are converted to JSON first. */
export function buildField(field: Field, context: Omit<FieldContext, 'findEmbed'>): string {
  const column = findColumn(context.source, field.name);
  const plain = `${context.alias}.${quoteIdentifier(column.name)}`;
  if (field.path.length === 0) return plain;
  const isJson = column.type.baseName === 'json' || column.type.baseName === 'jsonb';
  const steps = field.path.map(({ asText, key }) => {
    const operand = context.parameters.addTyped(key, typeof key === 'number' ? 'int4' : 'text');
    return `${asText ? '->>' : '->'}${operand}`;
  });
  return `(${isJson ? plain : `pg_catalog.to_jsonb(${plain})`}${steps.join('')})`;
}

/** PostgreSQL's text form of an array. */
export function encodeArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
