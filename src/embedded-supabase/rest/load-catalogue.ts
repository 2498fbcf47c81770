/** Reads `pg_catalog` into a `Catalogue`. */
import type { Database, Transaction } from '../db/database.ts';
import type {
  Catalogue,
  Column,
  ColumnType,
  ComputedColumn,
  Parameter,
  Routine,
  RoutineReturn,
  Table,
} from './catalogue.ts';
import { deriveRelationships, type ForeignKey } from './derive-relationships.ts';
import { groupBy } from './group-by.ts';
import { quoteQualified } from './quote-identifier.ts';
import { findViewColumns, type ViewRow } from './view-columns.ts';

interface TypeRow {
  oid: number;
  schema: string;
  name: string;
  kind: string;
  base: number;
  relation: number;
  element: number;
}

interface ColumnRow {
  relation: number;
  number: number;
  name: string;
  type: number;
  default: string | null;
  generated: boolean;
}

interface RelationRow {
  oid: number;
  schema: string;
  name: string;
  kind: string;
  exposed: boolean;
}

interface ConstraintRow {
  name: string;
  kind: 'p' | 'u' | 'f';
  relation: number;
  foreign: number;
  keys: number[];
  foreignKeys: number[] | null;
}

interface RoutineRow {
  schema: string;
  name: string;
  volatile: boolean;
  returns: number;
  isSet: boolean;
  rows: number;
  names: string[] | null;
  modes: string[] | null;
  allTypes: number[] | null;
  inTypes: number[];
  defaults: number;
}

const TYPES = `
  select t.oid::int8::float8 as oid, n.nspname as schema, t.typname as name, t.typtype as kind,
         t.typbasetype::int8::float8 as base, t.typrelid::int8::float8 as relation,
         case when t.typcategory = 'A' then t.typelem::int8::float8 else 0 end as element
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace`;

const RELATIONS = `
  select c.oid::int8::float8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
         n.nspname = any($1) and c.relkind in ('r', 'v', 'm', 'f', 'p') as exposed
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = any($1) and c.relkind in ('r', 'v', 'm', 'f', 'p', 'c') and not c.relispartition)
     or c.oid in (select p.typrelid from pg_catalog.pg_proc f
                  join pg_catalog.pg_namespace fn on fn.oid = f.pronamespace and fn.nspname = any($1)
                  join pg_catalog.pg_type p on p.oid = f.prorettype and p.typrelid <> 0)`;

const COLUMNS = `
  select a.attrelid::int8::float8 as relation, a.attnum as number, a.attname as name, a.atttypid::int8::float8 as type,
         a.attgenerated <> '' or a.attidentity = 'a' as generated,
         case when a.attidentity <> ''
              then format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
              else pg_get_expr(d.adbin, d.adrelid) end as default
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = ''
  where a.attrelid = any($1::oid[]) and a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`;

const CONSTRAINTS = `
  select conname as name, contype as kind, conrelid::int8::float8 as relation, confrelid::int8::float8 as foreign,
         conkey as keys, confkey as "foreignKeys"
  from pg_catalog.pg_constraint
  where contype in ('p', 'u', 'f') and conparentid = 0 and conrelid = any($1::oid[])
  order by conrelid, conname`;

const ROUTINES = `
  select n.nspname as schema, p.proname as name, p.provolatile = 'v' as volatile, p.proretset as "isSet",
         p.prorettype::int8::float8 as returns, p.prorows as rows, p.proargnames as names,
         p.proargmodes::text[] as modes, p.proallargtypes::int8[]::float8[] as "allTypes",
         string_to_array(p.proargtypes::text, ' ')::float8[] as "inTypes", p.pronargdefaults as defaults
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($1) and p.prokind = 'f'
    and p.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
  order by p.oid`;

const VIEWS = `
  select r.ev_class::int8::float8 as view, r.ev_action::text as action
  from pg_catalog.pg_rewrite r
  where r.rulename = '_RETURN' and r.ev_class = any($1::oid[])`;

/** What the queries found, keyed for the steps that put it together. */
interface Found {
  readonly types: ReadonlyMap<number, TypeRow>;
  readonly relations: readonly RelationRow[];
  readonly columns: ReadonlyMap<number, readonly ColumnRow[]>;
  readonly constraints: readonly ConstraintRow[];
  readonly routines: readonly RoutineRow[];
  readonly views: readonly ViewRow[];
}

/** @param schemas the exposed ones. */
export async function loadCatalogue(database: Database, schemas: readonly string[]): Promise<Catalogue> {
  const found = await database.transaction((tx) => readAll(tx, schemas));
  const tables = makeTables(found);
  const exposed = found.relations.filter((relation) => relation.exposed);
  const byOid = new Map(exposed.map((relation) => [relation.oid, tables.get(relation.oid)]));
  const routines = found.routines.map((row) => makeRoutine(row, found, tables));
  addComputedColumns(found, routines, tables);
  const known = [...byOid.values()].filter((table) => table !== undefined);
  return {
    tables: groupTwice(known, (table) => table),
    relationships: deriveRelationships(known, makeForeignKeys(found, byOid)),
    routines: mapTwice(routines),
    types: makeTypes(found, schemas),
  };
}

async function readAll(tx: Transaction, schemas: readonly string[]): Promise<Found> {
  // With an empty search path every printed name is qualified, so it means the same in every request.
  await tx.query("select set_config('search_path', '', true)");
  const types = await tx.query<TypeRow>(TYPES);
  const relations = await tx.query<RelationRow>(RELATIONS, [schemas]);
  const oids = relations.rows.map((row) => row.oid);
  const columns = await tx.query<ColumnRow>(COLUMNS, [oids]);
  const constraints = await tx.query<ConstraintRow>(CONSTRAINTS, [oids]);
  const routines = await tx.query<RoutineRow>(ROUTINES, [schemas]);
  const views = await tx.query<ViewRow>(VIEWS, [oids]);
  const byRelation = groupBy(columns.rows, (row) => row.relation);
  return {
    types: new Map(types.rows.map((row) => [row.oid, row])),
    relations: relations.rows,
    columns: byRelation,
    constraints: constraints.rows,
    routines: routines.rows,
    views: views.rows,
  };
}

function makeType(found: Found, oid: number): ColumnType {
  const row = found.types.get(oid);
  if (row === undefined) throw new Error(`pg_type has no row ${oid}.`);
  const base = row.kind === 'd' ? makeType(found, row.base) : null;
  return {
    sql: quoteQualified(row.schema, row.name),
    name: row.name,
    baseName: base?.baseName ?? row.name,
    isArray: base?.isArray ?? row.element !== 0,
    isDomain: row.kind === 'd',
  };
}

function makeTypes(found: Found, schemas: readonly string[]): Map<string, ColumnType> {
  const wanted = ['pg_catalog', ...schemas];
  const rows = [...found.types.entries()].filter(
    ([, row]) => wanted.includes(row.schema) && row.kind !== 'p',
  );
  rows.sort(([, one], [, other]) => wanted.indexOf(other.schema) - wanted.indexOf(one.schema));
  return new Map(rows.map(([oid, row]) => [row.name, makeType(found, oid)]));
}

function makeColumns(found: Found, relation: number): Map<string, Column> {
  const rows = found.columns.get(relation) ?? [];
  return new Map(
    rows.map((row) => [
      row.name,
      {
        name: row.name,
        type: makeType(found, row.type),
        defaultSql: row.default,
        isGenerated: row.generated,
      },
    ]),
  );
}

type DraftTable = Table & { readonly computed: Map<string, ComputedColumn> };

function makeTables(found: Found): Map<number, DraftTable> {
  return new Map(
    found.relations.map((relation) => [
      relation.oid,
      {
        schema: relation.schema,
        name: relation.name,
        sql: quoteQualified(relation.schema, relation.name),
        isView: relation.kind === 'v' || relation.kind === 'm',
        columns: makeColumns(found, relation.oid),
        primaryKey: namesOf(
          found,
          relation.oid,
          found.constraints.find(({ kind, relation: owner }) => kind === 'p' && owner === relation.oid)
            ?.keys ?? [],
        ),
        computed: new Map<string, ComputedColumn>(),
      },
    ]),
  );
}

function namesOf(found: Found, relation: number, numbers: readonly number[]): readonly string[] {
  const columns = found.columns.get(relation) ?? [];
  return numbers.map((number) => {
    const column = columns.find((candidate) => candidate.number === number);
    if (column === undefined) throw new Error(`Column ${number} of relation ${relation} is missing.`);
    return column.name;
  });
}

function makeForeignKeys(found: Found, tables: ReadonlyMap<number, Table | undefined>): ForeignKey[] {
  const keys: ForeignKey[] = [];
  for (const row of found.constraints) {
    if (row.kind !== 'f' || row.foreignKeys === null) continue;
    const table = tables.get(row.relation);
    const foreignTable = tables.get(row.foreign);
    if (table === undefined || foreignTable === undefined) continue;
    const foreign = namesOf(found, row.foreign, row.foreignKeys);
    const columns = namesOf(found, row.relation, row.keys).map(
      (name, index) => [name, foreign[index] ?? ''] as const,
    );
    keys.push({ constraint: row.name, table, foreignTable, columns, isUnique: isUnique(found, row) });
  }
  const views = findViewColumns(found.views, (relation, number) => {
    const name = found.columns.get(relation)?.find((column) => column.number === number)?.name;
    const table = tables.get(relation);
    return name === undefined || table === undefined ? null : { table, column: name };
  });
  return [...keys, ...keys.flatMap((key) => views.project(key))];
}

function isUnique(found: Found, key: ConstraintRow): boolean {
  return found.constraints.some(
    (other) =>
      other.kind !== 'f' &&
      other.relation === key.relation &&
      other.keys.length === key.keys.length &&
      other.keys.every((number) => key.keys.includes(number)),
  );
}

function makeRoutine(row: RoutineRow, found: Found, tables: ReadonlyMap<number, Table>): Routine {
  const types = row.allTypes ?? row.inTypes;
  const all = types.map((type, index) => ({
    type,
    name: row.names?.[index] ?? '',
    mode: row.modes?.[index] ?? 'i',
  }));
  const inputs = all.filter(({ mode }) => ['i', 'b', 'v'].includes(mode));
  const parameters: Parameter[] = inputs.map(({ type, name, mode }, index) => ({
    name,
    type: makeType(found, type),
    isRequired: index < inputs.length - row.defaults && mode !== 'v',
    isVariadic: mode === 'v',
  }));
  const outputs = all.filter(({ mode }) => ['o', 'b', 't'].includes(mode));
  return {
    schema: row.schema,
    name: row.name,
    sql: quoteQualified(row.schema, row.name),
    parameters,
    isVolatile: row.volatile,
    returns: makeReturn(row, outputs, found, tables),
  };
}

function makeReturn(
  row: RoutineRow,
  outputs: readonly { type: number; name: string }[],
  found: Found,
  tables: ReadonlyMap<number, Table>,
): RoutineReturn {
  const type = found.types.get(row.returns);
  const rows = { kind: 'rows', isSet: row.isSet, isMany: row.isSet && row.rows !== 1 } as const;
  if (type?.name === 'void') return { kind: 'void' };
  if (type?.name === 'record' && type.kind === 'p') {
    const columns = outputs.map(({ name, type: oid }) => [
      name,
      { name, type: makeType(found, oid), defaultSql: null, isGenerated: false },
    ]);
    return { ...rows, columns: new Map(columns as [string, Column][]), table: null };
  }
  const table = type === undefined || type.relation === 0 ? undefined : tables.get(type.relation);
  if (table !== undefined) {
    const isExposed = found.relations.some(({ oid, exposed }) => oid === type?.relation && exposed);
    return { ...rows, columns: table.columns, table: isExposed ? table : null };
  }
  return { kind: 'scalar', isSet: row.isSet, type: makeType(found, row.returns) };
}

function addComputedColumns(
  found: Found,
  routines: readonly Routine[],
  tables: ReadonlyMap<number, DraftTable>,
): void {
  for (const [index, row] of found.routines.entries()) {
    const routine = routines[index];
    if (routine === undefined || row.inTypes.length !== 1 || row.inTypes[0] === undefined) continue;
    const relation = found.types.get(row.inTypes[0])?.relation ?? 0;
    const table = tables.get(relation);
    if (table === undefined || routine.returns.kind === 'void') continue;
    table.computed.set(routine.name, {
      name: routine.name,
      functionSql: routine.sql,
      returns: routine.returns,
    });
  }
}

function groupTwice<T extends { schema: string; name: string }, V>(
  items: readonly T[],
  valueOf: (item: T) => V,
): Map<string, Map<string, V>> {
  const groups = new Map<string, Map<string, V>>();
  for (const item of items) {
    const group = groups.get(item.schema) ?? new Map<string, V>();
    group.set(item.name, valueOf(item));
    groups.set(item.schema, group);
  }
  return groups;
}

function mapTwice(routines: readonly Routine[]): Map<string, Map<string, readonly Routine[]>> {
  return groupTwice(routines, ({ schema, name }) =>
    routines.filter((other) => other.schema === schema && other.name === name),
  );
}
