/** The catalogue's queries and their rows. */
import type { Transaction } from '../db/database.ts';
import { groupBy } from './group-by.ts';
import type { ViewRow } from './view-columns.ts';

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

export interface ConstraintRow {
  name: string;
  kind: 'p' | 'u' | 'f';
  relation: number;
  foreign: number;
  keys: number[];
  foreignKeys: number[] | null;
}

export interface RoutineRow {
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

/** The rows of all queries, keyed for building a catalogue. */
export interface CatalogueRows {
  readonly types: ReadonlyMap<number, TypeRow>;
  readonly relations: readonly RelationRow[];
  readonly columns: ReadonlyMap<number, readonly ColumnRow[]>;
  readonly constraints: readonly ConstraintRow[];
  readonly routines: readonly RoutineRow[];
  readonly views: readonly ViewRow[];
}

/** @param schemas the exposed schemas. */
export async function readCatalogueRows(tx: Transaction, schemas: readonly string[]): Promise<CatalogueRows> {
  // With an empty search path every printed name is qualified, so it is valid in every request.
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
