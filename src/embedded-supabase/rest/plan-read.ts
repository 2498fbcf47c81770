/**
 * Resolves a parsed query against the catalogue: a tree of resources, each with its join to its parent and its filters,
 * orders and windows. The builder looks columns up later.
 */
import type { Backend } from './caller-request.ts';
import {
  type Catalogue,
  type ComputedColumn,
  findTable,
  type Relationship,
  type RowSource,
  type Table,
} from './catalogue.ts';
import { findRelationship, isToOne } from './find-relationship.ts';
import type {
  Condition,
  OrderTerm,
  ParsedQuery,
  SelectField,
  SelectItem,
  SelectRelation,
  Window,
} from './query-ast.ts';
import { refuseAggregates, refuseNotEmbedded, refuseNotImplemented } from './refusals.ts';

type Link =
  | { readonly kind: 'relationship'; readonly relationship: Relationship; readonly toOne: boolean }
  | { readonly kind: 'computed'; readonly computed: ComputedColumn; readonly toOne: boolean };

export interface ReadNode {
  readonly id: number;
  /** SQL after FROM; null for a computed relationship, which is a call on the parent's row. */
  readonly from: string | null;
  readonly source: RowSource;
  /** null when the rows are not those of an exposed table. */
  readonly table: Table | null;
  readonly select: readonly ({ readonly kind: 'star' } | SelectField)[];
  readonly children: readonly ChildNode[];
  conditions: Condition[];
  order: readonly OrderTerm[];
  window: Window;
}

export interface ChildNode extends ReadNode {
  readonly link: Link;
  readonly name: string;
  readonly label: string;
  readonly inner: boolean;
  readonly spread: boolean;
}

export interface ReadRoot {
  readonly from: string;
  readonly source: RowSource;
  readonly table: Table | null;
}

/** The CTE that contains the rows of a mutation or a call. */
export const SOURCE = 'pgrst_source';

/** @param options for mutations there is no row limit, and windows and orders of the root are ignored. */
export function planRead(
  catalogue: Catalogue,
  root: ReadRoot,
  query: ParsedQuery,
  { limits, isMutation = false }: Pick<Backend, 'limits'> & { readonly isMutation?: boolean },
): ReadNode {
  let nextId = 0;
  const maxRows = isMutation ? null : limits.maxRows;

  const planChild = (item: SelectRelation, parent: ReadRoot): ChildNode => {
    const id = (nextId += 1);
    const link = planLink(catalogue, parent, item);
    const target = targetOf(catalogue, link);
    return {
      ...planNode(id, item.children, {
        ...target,
        source: { ...target.source, label: `${target.source.label}_${id}` },
      }),
      from: link.kind === 'computed' ? null : target.from,
      link,
      name: item.name,
      label: item.alias ?? item.name,
      inner: item.inner,
      spread: item.spread,
    };
  };

  const planNode = (id: number, items: readonly SelectItem[], from: ReadRoot): ReadNode => ({
    id,
    from: from.from,
    source: from.source,
    table: from.table,
    select: items.filter((item) => item.kind !== 'relation'),
    children: items.filter((item) => item.kind === 'relation').map((item) => planChild(item, from)),
    conditions: [],
    order: [],
    window: { limit: maxRows, offset: 0 },
  });

  const tree = planNode(0, query.select, root);
  if (!limits.aggregatesEnabled && query.select.some(isAggregating)) throw refuseAggregates();
  for (const { path, value } of query.conditions) {
    if (!isMutation || path.length > 0) findNode(tree, path).conditions.push(value);
  }
  for (const { path, value } of query.order) findNode(tree, path).order = value;
  for (const { path, value } of query.windows) {
    if (isMutation && path.length === 0) continue;
    findNode(tree, path).window = { offset: value.offset, limit: smaller(value.limit, maxRows) };
  }
  return tree;
}

function isAggregating(item: SelectItem): boolean {
  if (item.kind === 'relation') return item.children.some(isAggregating);
  return item.kind === 'field' && item.aggregate !== null;
}

export function rootOf(table: Table): ReadRoot {
  return { from: table.sql, source: { label: table.name, columns: table.columns }, table };
}

/** The same resource, read from the rows of a mutation or a call. */
export function sourceOf(label: string, columns: RowSource['columns'], table: Table | null): ReadRoot {
  return { from: SOURCE, source: { label, columns }, table };
}

function planLink(catalogue: Catalogue, parent: ReadRoot, item: SelectRelation): Link {
  const table = parent.table;
  const computed = table?.computed.get(item.name);
  if (computed !== undefined && computed.returns.kind === 'rows' && computed.returns.table !== null) {
    if (parent.from === SOURCE) throw refuseNotImplemented('Computed relationships of returned rows.');
    return { kind: 'computed', computed, toOne: !computed.returns.isMany };
  }
  if (table === null) throw refuseNotEmbedded(item.name);
  const relationship = findRelationship(catalogue, table, item.name, item.hint);
  return { kind: 'relationship', relationship, toOne: isToOne(relationship) };
}

function targetOf(catalogue: Catalogue, link: Link): ReadRoot {
  if (link.kind === 'relationship') {
    const { schema, name } = link.relationship.foreignTable;
    return rootOf(findTable(catalogue, schema, name));
  }
  const { returns } = link.computed;
  if (returns.kind !== 'rows' || returns.table === null)
    throw new Error('A computed relationship gives rows.');
  return rootOf(returns.table);
}

function findNode(root: ReadNode, path: readonly string[]): ReadNode {
  let node: ReadNode = root;
  for (const name of path) {
    const child: ChildNode | undefined = node.children.find(
      (candidate) => candidate.label === name || candidate.name === name,
    );
    if (child === undefined) throw refuseNotEmbedded(name);
    node = child;
  }
  return node;
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.min(one, other);
}
