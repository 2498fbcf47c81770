/**
 * The parts of the database that the REST service exposes: the only source of identifiers in SQL. Read by
 * `load-catalogue.ts`.
 */
import { refuseColumn, refuseTable, refuseType } from './refusals.ts';

export interface ColumnType {
  /** Quoted and qualified, ready for SQL. */
  readonly sql: string;
  readonly name: string;
  /** The name of the base type below all domains. */
  readonly baseName: string;
  readonly isArray: boolean;
  readonly isDomain: boolean;
}

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** SQL of the default, as PostgreSQL prints it with an empty search path. */
  readonly defaultSql: string | null;
  /** Computed by the database, so it cannot be written. */
  readonly isGenerated: boolean;
}

/**
 * A function whose one argument is a row of a table: a column of that table or, when it returns rows, a relationship.
 */
export interface ComputedColumn {
  readonly name: string;
  readonly functionSql: string;
  readonly returns: RoutineReturn;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly sql: string;
  readonly isView: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  readonly computed: ReadonlyMap<string, ComputedColumn>;
}

export type ColumnPair = readonly [own: string, foreign: string];

interface RelationshipEnds {
  readonly table: Table;
  readonly foreignTable: Table;
  readonly isSelf: boolean;
}

export type Relationship = RelationshipEnds &
  (
    | {
        readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
        readonly constraint: string;
        readonly columns: readonly ColumnPair[];
      }
    | {
        readonly kind: 'many-to-many';
        readonly junction: Table;
        /** Pairs of a column of `table` and one of the junction. */
        readonly source: { readonly constraint: string; readonly columns: readonly ColumnPair[] };
        /** Pairs of a column of `foreignTable` and one of the junction. */
        readonly target: { readonly constraint: string; readonly columns: readonly ColumnPair[] };
      }
  );

export interface Parameter {
  /** Empty when unnamed. */
  readonly name: string;
  readonly type: ColumnType;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export type RoutineReturn =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar'; readonly isSet: boolean; readonly type: ColumnType }
  | {
      readonly kind: 'rows';
      readonly isSet: boolean;
      /** False also for a set that is declared to have one row. */
      readonly isMany: boolean;
      /** Empty for a function that returns `record` without column definitions. */
      readonly columns: ReadonlyMap<string, Column>;
      /** The table whose rows these are, for embedding. */
      readonly table: Table | null;
    };

export interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  readonly isVolatile: boolean;
  readonly returns: RoutineReturn;
}

export interface Catalogue {
  /** By schema, then by name. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Table>>;
  /** By the table in which they originate. */
  readonly relationships: ReadonlyMap<Table, readonly Relationship[]>;
  /** By schema, then by name: overloads. */
  readonly routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>;
  /** Types that a cast may use: those of `pg_catalog` and of the exposed schemas. */
  readonly types: ReadonlyMap<string, ColumnType>;
}

/** The columns of a source, and its name in errors. */
export interface RowSource {
  readonly label: string;
  readonly columns: ReadonlyMap<string, Column>;
}

export function findTable(catalogue: Catalogue, schema: string, name: string): Table {
  const tables = catalogue.tables.get(schema);
  const table = tables?.get(name);
  if (table === undefined) throw refuseTable(schema, name, findNearest(name, tables?.keys() ?? []));
  return table;
}

export function findColumn(source: RowSource, name: string): Column {
  const column = source.columns.get(name);
  if (column === undefined) throw refuseColumn(source.label, name);
  return column;
}

const TYPE_ALIASES: Readonly<Record<string, string>> = {
  bigint: 'int8',
  boolean: 'bool',
  'character varying': 'varchar',
  character: 'bpchar',
  char: 'bpchar',
  decimal: 'numeric',
  'double precision': 'float8',
  float: 'float8',
  int: 'int4',
  integer: 'int4',
  real: 'float4',
  smallint: 'int2',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
};

/** The SQL of a type named in a cast, e.g. `text`, `double precision`, `int[]`. */
export function findType(catalogue: Catalogue, written: string): string {
  const isArray = written.endsWith('[]');
  const name = (isArray ? written.slice(0, -2) : written).trim();
  const lower = name.toLowerCase();
  const type = catalogue.types.get(TYPE_ALIASES[lower] ?? name) ?? catalogue.types.get(lower);
  if (type === undefined) throw refuseType(written);
  return isArray ? `${type.sql}[]` : type.sql;
}

/** The known name most similar to `wanted`, if one is similar enough. */
export function findNearest(wanted: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let bestScore = 0.6;
  const wantedPairs = pairsOf(wanted);
  for (const name of known) {
    const pairs = pairsOf(name);
    const shared = [...wantedPairs].filter((pair) => pairs.has(pair)).length;
    const score = (2 * shared) / (wantedPairs.size + pairs.size);
    if (score <= bestScore) continue;
    best = name;
    bestScore = score;
  }
  return best;
}

function pairsOf(name: string): ReadonlySet<string> {
  const padded = `-${name.toLowerCase()}-`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)));
}
