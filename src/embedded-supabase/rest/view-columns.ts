/**
 * Maps the columns of a view to those of its tables, read from the view's stored query, so that a table's foreign keys
 * also apply to the view (PostgREST, "Foreign keys on views").
 */
import type { Table } from './catalogue.ts';
import type { ForeignKey } from './derive-relationships.ts';

export interface ViewRow {
  /** Object id of the view. */
  view: number;
  /** `pg_rewrite.ev_action`: the node tree of the view's query as text. */
  action: string;
}

interface Origin {
  readonly viewTable: Table;
  /** Maps a column of the underlying table to the view's column that shows it. */
  readonly columns: Map<string, string>;
}

export interface ViewColumns {
  /** The same key as seen by views over either end. */
  project(key: ForeignKey): ForeignKey[];
}

type Find = (relation: number, number: number) => { table: Table; column: string } | null;

export function findViewColumns(views: readonly ViewRow[], find: Find): ViewColumns {
  const targets = new Map(views.map((row) => [row.view, readTargets(row.action)]));
  const origins = new Map<Table, Origin[]>();

  const resolve = (
    relation: number,
    number: number,
    depth: number,
  ): { table: Table; column: string } | null => {
    const behind = targets.get(relation)?.find((target) => target.number === number);
    if (!targets.has(relation)) return find(relation, number);
    return behind === undefined || depth > 10 ? null : resolve(behind.relation, behind.column, depth + 1);
  };

  for (const { view } of views) {
    const shown = new Map<Table, Origin>();
    for (const target of targets.get(view) ?? []) {
      const own = find(view, target.number);
      const base = resolve(view, target.number, 0);
      if (own === null || base === null) continue;
      const origin = shown.get(base.table) ?? { viewTable: own.table, columns: new Map<string, string>() };
      if (!origin.columns.has(base.column)) origin.columns.set(base.column, own.column);
      shown.set(base.table, origin);
    }
    for (const [table, origin] of shown) origins.set(table, [...(origins.get(table) ?? []), origin]);
  }
  return { project: (key) => projectKey(key, origins) };
}

function projectKey(key: ForeignKey, origins: ReadonlyMap<Table, readonly Origin[]>): ForeignKey[] {
  const own = endsOf(key.table, origins);
  const foreign = endsOf(key.foreignTable, origins);
  const keys: ForeignKey[] = [];
  for (const from of own) {
    for (const to of foreign) {
      if (from.viewTable === key.table && to.viewTable === key.foreignTable) continue;
      const columns = key.columns.map(([one, other]) => [from.nameOf(one), to.nameOf(other)] as const);
      if (columns.some(([one, other]) => one === undefined || other === undefined)) continue;
      keys.push({
        ...key,
        table: from.viewTable,
        foreignTable: to.viewTable,
        columns: columns.map(([one = '', other = '']) => [one, other] as const),
      });
    }
  }
  return keys;
}

function endsOf(
  table: Table,
  origins: ReadonlyMap<Table, readonly Origin[]>,
): { viewTable: Table; nameOf: (column: string) => string | undefined }[] {
  const views = origins.get(table) ?? [];
  return [
    { viewTable: table, nameOf: (column) => column },
    ...views.map(({ viewTable, columns }) => ({
      viewTable,
      nameOf: (column: string) => columns.get(column),
    })),
  ];
}

interface Target {
  readonly number: number;
  readonly relation: number;
  readonly column: number;
}

/** The target list of the outermost query; those of inner queries are nested deeper. */
function readTargets(action: string): readonly Target[] {
  const targets: Target[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < action.length; index += 1) {
    const character = action[index];
    if (character === '\\') index += 1;
    else if (character === '{') {
      depth += 1;
      if (depth === 2) start = index;
    } else if (character === '}') {
      if (depth === 2) {
        const target = readTarget(action.slice(start, index));
        if (target !== null) targets.push(target);
      }
      depth -= 1;
    }
  }
  return targets;
}

function readTarget(node: string): Target | null {
  if (!node.startsWith('{TARGETENTRY')) return null;
  const found = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false$/s.exec(node.trim());
  if (found === null || found[2] === '0') return null;
  return { number: Number(found[1]), relation: Number(found[2]), column: Number(found[3]) };
}
