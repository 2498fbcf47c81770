/** Reads `pg_catalog` into a `Catalogue`. */
import type { Database } from '../db/database.ts';
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
import { quoteQualified } from './quote-identifier.ts';
import {
  type CatalogueRows,
  type ConstraintRow,
  readCatalogueRows,
  type RoutineRow,
} from './read-catalogue-rows.ts';
import { findViewColumns } from './view-columns.ts';

/** @param schemas the exposed schemas. */
export async function loadCatalogue(database: Database, schemas: readonly string[]): Promise<Catalogue> {
  const found = await database.transaction((tx) => readCatalogueRows(tx, schemas));
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

function makeType(found: CatalogueRows, oid: number): ColumnType {
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

function makeTypes(found: CatalogueRows, schemas: readonly string[]): Map<string, ColumnType> {
  const wanted = ['pg_catalog', ...schemas];
  const rows = [...found.types.entries()].filter(
    ([, row]) => wanted.includes(row.schema) && row.kind !== 'p',
  );
  rows.sort(([, one], [, other]) => wanted.indexOf(other.schema) - wanted.indexOf(one.schema));
  return new Map(rows.map(([oid, row]) => [row.name, makeType(found, oid)]));
}

function makeColumns(found: CatalogueRows, relation: number): Map<string, Column> {
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

function makeTables(found: CatalogueRows): Map<number, DraftTable> {
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

function namesOf(found: CatalogueRows, relation: number, numbers: readonly number[]): readonly string[] {
  const columns = found.columns.get(relation) ?? [];
  return numbers.map((number) => {
    const column = columns.find((candidate) => candidate.number === number);
    if (column === undefined) throw new Error(`Column ${number} of relation ${relation} is missing.`);
    return column.name;
  });
}

function makeForeignKeys(found: CatalogueRows, tables: ReadonlyMap<number, Table | undefined>): ForeignKey[] {
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

function isUnique(found: CatalogueRows, key: ConstraintRow): boolean {
  return found.constraints.some(
    (other) =>
      other.kind !== 'f' &&
      other.relation === key.relation &&
      other.keys.length === key.keys.length &&
      other.keys.every((number) => key.keys.includes(number)),
  );
}

function makeRoutine(row: RoutineRow, found: CatalogueRows, tables: ReadonlyMap<number, Table>): Routine {
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
  found: CatalogueRows,
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
  found: CatalogueRows,
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
