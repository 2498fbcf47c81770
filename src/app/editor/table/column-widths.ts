/**
 * The width of a column in px, stored in each of its cells. After two people changed it at once, cells may disagree. They get
 * the width that most unmerged cells have; of two equally frequent ones the larger, which is drawn.
 */
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import type { Transform } from '@tiptap/pm/transform';
import { isColumnWidths } from '#contract/document-grammar.ts';
import { MAX_COLUMN_WIDTH } from '#contract/limits.ts';

export const MIN_COLUMN_PX = 48;
export const MAX_COLUMN_PX = MAX_COLUMN_WIDTH;

/** Of the table around a cell, which may have another direction than the text in it. */
export function isRightToLeft(cell: Element): boolean {
  const table = cell.closest('table');
  return table !== null && getComputedStyle(table).direction === 'rtl';
}

export const withinBounds = (px: number): number =>
  Math.round(Math.min(Math.max(px, MIN_COLUMN_PX), MAX_COLUMN_PX));

/** The width of each column; 0 is automatic. */
export function widthsOf(table: Node): number[] {
  const single: number[][] = [];
  const spanning: number[][] = [];
  for (const { node, column } of cellsOf(table)) {
    const widths = storedIn(node);
    for (const [at, width] of widths.entries())
      ((widths.length === 1 ? single : spanning)[column + at] ??= []).push(width);
  }
  return Array.from({ length: TableMap.get(table).width }, (_column, at) =>
    mostFrequent(single[at] ?? spanning[at] ?? []),
  );
}

/** The cells of a column, by their places behind the start of the table. */
export const cellsOfColumn = (table: Node, column: number): number[] =>
  cellsOf(table).flatMap((cell) =>
    cell.column <= column && column < cell.column + Number(cell.node.attrs['colspan']) ? [cell.pos] : [],
  );

/** Writes the widths into the cells that have others. */
export function writeWidths(tr: Transform, tableAt: number, widths: readonly number[]): void {
  const table = tr.doc.nodeAt(tableAt);
  if (!table) return;
  for (const { pos, node, column } of cellsOf(table)) {
    const here = Array.from({ length: storedIn(node).length }, (_one, at) => widths[column + at] ?? 0);
    const wanted = here.some((width) => width > 0) ? here : null;
    if (String(wanted) !== String(node.attrs['colwidth']))
      tr.setNodeAttribute(tableAt + 1 + pos, 'colwidth', wanted);
  }
}

/** Whether rows or cells are missing or too many. The library also counts cells that have no width of their own. */
export const isBroken = (table: Node): boolean =>
  TableMap.get(table).problems?.some(({ type }) => type !== 'colwidth mismatch') ?? false;

/** For cells that come into a table, whose columns have widths of their own. */
export const withoutWidths = ({ content, openStart, openEnd }: Slice): Slice =>
  new Slice(stripped(content), openStart, openEnd);

const stripped = (content: Fragment): Fragment =>
  Fragment.from(
    content.content.map((node) =>
      node.isTextblock || node.isLeaf
        ? node
        : node.type.create(
            'colwidth' in node.attrs ? { ...node.attrs, colwidth: null } : node.attrs,
            stripped(node.content),
            node.marks,
          ),
    ),
  );

interface Cell {
  /** Behind the start of the table. */
  readonly pos: number;
  readonly node: Node;
  /** The first that it spans. */
  readonly column: number;
}

function cellsOf(table: Node): Cell[] {
  const { map, width } = TableMap.get(table);
  const first = new Map<number, number>();
  for (const [index, pos] of map.entries()) if (!first.has(pos)) first.set(pos, index % width);
  // Where a cell is missing.
  first.delete(0);
  return [...first].flatMap(([pos, column]) => {
    const node = table.nodeAt(pos);
    return node ? [{ pos, node, column }] : [];
  });
}

/** One for each spanned column. A value of another length is of another shape of the cell. */
function storedIn({ attrs }: Node): readonly number[] {
  const { colspan, colwidth } = attrs as { readonly colspan: number; readonly colwidth: unknown };
  return isColumnWidths(colwidth) && colwidth.length === colspan
    ? colwidth
    : Array.from({ length: colspan }, () => 0);
}

function mostFrequent(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].toSorted(([a, many], [b, more]) => more - many || b - a)[0]?.[0] ?? 0;
}
