/**
 * Merged and split cells of a table are one change: a part of it, taken back alone, would leave a gap among the cells. New
 * widths of its columns are one change too.
 */
import type { DocumentNode } from '../text/document-node.ts';
import type { Part } from './parts.ts';

const SPANS = ['colspan', 'rowspan'] as const;

/** `rows`: the parts of a table. */
export const joinShape = (rows: readonly Part[]): Part[] =>
  joinCells(joinCells(rows, isWidened, isWidened, withOuterId), isReshaped, isOfShape, withId);

/** Gives all cells that belong to the change the id of the first one that shows it. */
function joinCells(
  rows: readonly Part[],
  shows: (cell: Part) => boolean,
  belongs: (cell: Part) => boolean,
  joined: (cell: Part, id: number) => Part,
): Part[] {
  const cells = rows.flatMap((row) => (row.kind === 'inside' ? row.parts : []));
  const first = cells.find(shows);
  const id = first?.kind === 'inside' ? first.id : null;
  if (id === null) return [...rows];
  return rows.map((row) =>
    row.kind === 'inside'
      ? { ...row, parts: row.parts.map((cell) => (belongs(cell) ? joined(cell, id) : cell)) }
      : row,
  );
}

const isWidened = (cell: Part): boolean =>
  cell.kind === 'inside' &&
  String(cell.before.attrs?.['colwidth']) !== String(cell.after.attrs?.['colwidth']);

const withOuterId = (cell: Part, id: number): Part => (cell.kind === 'inside' ? { ...cell, id } : cell);

const isReshaped = (cell: Part): boolean =>
  cell.kind === 'inside' && SPANS.some((name) => spanOf(cell.before, name) !== spanOf(cell.after, name));

const isOfShape = (cell: Part): boolean =>
  cell.kind === 'before' || cell.kind === 'after' || isReshaped(cell);

function withId(part: Part, id: number): Part {
  if (part.kind === 'same') return part;
  if (part.kind !== 'inside') return { ...part, id };
  return { ...part, id: part.id === null ? null : id, parts: part.parts.map((inner) => withId(inner, id)) };
}

const spanOf = ({ attrs = {} }: DocumentNode, name: (typeof SPANS)[number]): number =>
  Number(attrs[name] ?? 1);

/** A cell as it is drawn beside those that it was merged from or split into: all of them together fill the rows. */
export function withLeastSpans(before: DocumentNode, after: DocumentNode): DocumentNode {
  const spans = SPANS.flatMap((name) =>
    spanOf(before, name) < spanOf(after, name) ? [[name, spanOf(before, name)]] : [],
  );
  return spans.length === 0 ? after : { ...after, attrs: { ...after.attrs, ...Object.fromEntries(spans) } };
}
