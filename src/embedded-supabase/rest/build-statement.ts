/** Wraps rows into the single row from which a reply is made. */
import { SCALAR } from './build-call.ts';
import { UPDATED_SETTING } from './build-mutation.ts';
import type { RoutineReturn } from './catalogue.ts';
import type { Format } from './negotiate.ts';
import type { Parameters } from './parameters.ts';
import { SOURCE } from './plan-read.ts';
import { quoteIdentifier } from './quote-identifier.ts';

/** The single row that the statement returns. */
export interface StatementRow {
  readonly rows: number;
  /** JSON or CSV text, or bytes of a raw value; null when no body was requested. */
  readonly body: string | Uint8Array | null;
  readonly total: number | null;
  readonly updated: string | null;
  /** Pairs of column and value: the first row's primary key. */
  readonly key: readonly (readonly [string, string | null])[] | null;
  /** Set by a function or trigger in `response.headers` and `response.status`. */
  readonly headers: string | null;
  readonly status: string | null;
}

export interface StatementParts {
  /** SQL of a mutation or call, named `SOURCE` in the statement; null for a plain read. */
  readonly source: string | null;
  /** SQL of the reply's rows; null when none were requested. */
  readonly rows: string | null;
  readonly format: Format;
  /** The return type of a call, which decides whether the reply is one value or a list. */
  readonly returns: RoutineReturn | null;
  /** SQL of `total`. */
  readonly count: string | null;
  readonly keyColumns: readonly string[];
}

export function buildStatement(parts: StatementParts, parameters: Parameters): string {
  const ctes = [
    ...(parts.source === null ? [] : [`${SOURCE} AS (${parts.source})`]),
    ...(parts.rows === null ? [] : [`pgrst_body AS (${parts.rows})`]),
  ];
  const setting = (name: string) =>
    `NULLIF(pg_catalog.current_setting(${parameters.addTyped(name, 'text')}, true), '')`;
  const columns = [
    'pg_catalog.count(*)::pg_catalog.float8 AS rows',
    `${parts.rows === null ? 'NULL' : buildBody(parts.format, parts.returns)} AS body`,
    `${parts.count === null ? 'NULL' : `(${parts.count})::pg_catalog.float8`} AS total`,
    `${setting(UPDATED_SETTING)} AS updated`,
    `${buildKey(parts.keyColumns)} AS key`,
    `${setting('response.headers')} AS headers`,
    `${setting('response.status')} AS status`,
  ];
  const from = parts.rows === null ? SOURCE : 'pgrst_body';
  return `WITH ${ctes.join(', ')} SELECT ${columns.join(', ')} FROM ${from} AS r`;
}

function buildBody(format: Format, returns: RoutineReturn | null): string {
  const isScalar = returns !== null && returns.kind !== 'rows';
  const row = isScalar ? `r.${SCALAR}` : 'r';
  switch (format.kind) {
    case 'raw': {
      const isBytes = returns?.kind === 'scalar' && returns.type.baseName === 'bytea';
      return `(pg_catalog.array_agg(${row}))[1]::pg_catalog.${isBytes ? 'bytea' : 'text'}`;
    }
    case 'csv':
      return buildCsv();
    case 'array':
    case 'object': {
      const isOne = format.kind === 'object' || (returns !== null && !('isSet' in returns && returns.isSet));
      const list = `pg_catalog.json_agg(${row})`;
      const value = isOne ? `COALESCE(${list}->0, 'null')` : `COALESCE(${list}, '[]')`;
      return `${format.stripNulls ? `pg_catalog.json_strip_nulls(${value})` : value}::pg_catalog.text`;
    }
  }
}

function buildCsv(): string {
  const names = `SELECT pg_catalog.json_object_keys(f.first)::pg_catalog.text AS name FROM (SELECT pg_catalog.row_to_json(h) AS first FROM pgrst_body AS h LIMIT 1) AS f`;
  const header = `(SELECT COALESCE(pg_catalog.string_agg(n.name, ','), '') FROM (${names}) AS n)`;
  const lines = `COALESCE(pg_catalog.string_agg(pg_catalog.substr(r::pg_catalog.text, 2, pg_catalog.length(r::pg_catalog.text) - 2), E'\\n'), '')`;
  return `${header} || E'\\n' || ${lines}`;
}

function buildKey(columns: readonly string[]): string {
  if (columns.length === 0) return 'NULL';
  const list = columns.map((name) => `s.${quoteIdentifier(name)}`).join(', ');
  const first = `SELECT pg_catalog.row_to_json(k) FROM (SELECT ${list} FROM ${SOURCE} AS s LIMIT 1) AS k`;
  return `(SELECT pg_catalog.json_agg(pg_catalog.json_build_array(p.key, p.value)) FROM pg_catalog.json_each_text((${first})) AS p)`;
}
