/** Derives from foreign keys which resources can be embedded in which (PostgREST, "Resource Embedding"). */
import type { ColumnPair, Relationship, Table } from './catalogue.ts';
import { groupBy } from './group-by.ts';

export interface ForeignKey {
  readonly constraint: string;
  readonly table: Table;
  readonly foreignTable: Table;
  readonly columns: readonly ColumnPair[];
  /** The columns of the key are unique, so at most one row references a row. */
  readonly isUnique: boolean;
}

export function deriveRelationships(
  tables: readonly Table[],
  keys: readonly ForeignKey[],
): ReadonlyMap<Table, readonly Relationship[]> {
  const relationships = new Map<Table, Relationship[]>(tables.map((table) => [table, []]));
  const add = (relationship: Relationship) => relationships.get(relationship.table)?.push(relationship);
  for (const key of keys) {
    add(forwards(key));
    add(backwards(key));
  }
  for (const own of groupBy(keys, (key) => key.table).values()) {
    for (const source of own) for (const target of own) addJunction(source, target, add);
  }
  return relationships;
}

function forwards(key: ForeignKey): Relationship {
  const { constraint, table, foreignTable, columns } = key;
  const kind = key.isUnique ? 'one-to-one' : 'many-to-one';
  return { kind, constraint, table, foreignTable, columns, isSelf: table === foreignTable };
}

function backwards(key: ForeignKey): Relationship {
  return {
    kind: key.isUnique ? 'one-to-one' : 'one-to-many',
    constraint: key.constraint,
    table: key.foreignTable,
    foreignTable: key.table,
    columns: key.columns.map(([own, foreign]) => [foreign, own] as const),
    isSelf: key.table === key.foreignTable,
  };
}

/** A table whose primary key contains two foreign keys is the junction of a many-to-many relationship. */
function addJunction(source: ForeignKey, target: ForeignKey, add: (found: Relationship) => void): void {
  if (source === target || source.constraint === target.constraint) return;
  const junction = source.table;
  const isInKey = ({ columns }: ForeignKey) => columns.every(([own]) => junction.primaryKey.includes(own));
  if (!isInKey(source) || !isInKey(target)) return;
  add({
    kind: 'many-to-many',
    table: source.foreignTable,
    foreignTable: target.foreignTable,
    isSelf: source.foreignTable === target.foreignTable,
    junction,
    source: { constraint: source.constraint, columns: turn(source.columns) },
    target: { constraint: target.constraint, columns: turn(target.columns) },
  });
}

function turn(columns: readonly ColumnPair[]): readonly ColumnPair[] {
  return columns.map(([own, foreign]) => [foreign, own] as const);
}
