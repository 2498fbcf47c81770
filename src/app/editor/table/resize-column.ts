/** The column whose end edge is that of a cell, and changes of its width. */
import type { Node } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import type { Transaction } from '@tiptap/pm/state';
import { widthsOf, withinBounds, writeWidths } from './column-widths.ts';

export interface Column {
  readonly table: Node;
  readonly tableAt: number;
  readonly index: number;
}

/** The last column that the cell spans; null when no cell is there any more. */
export function columnOf(doc: Node, cell: number): Column | null {
  if (cell > doc.content.size) return null;
  const $cell = doc.resolve(cell);
  const table = $cell.depth > 1 ? $cell.node(-1) : null;
  if (table?.type.name !== 'table' || !$cell.nodeAfter) return null;
  const index = TableMap.get(table).findCell(cell - $cell.start(-1)).right - 1;
  return { table, tableAt: $cell.before(-1), index };
}

/** 0 is automatic. */
export function storedWidth(doc: Node, cell: number): number {
  const column = columnOf(doc, cell);
  return column ? (widthsOf(column.table)[column.index] ?? 0) : 0;
}

/** Null for an automatic width. */
export function setColumnWidth(tr: Transaction, cell: number, px: number | null): Transaction {
  const column = columnOf(tr.doc, cell);
  if (column)
    writeWidths(
      tr,
      column.tableAt,
      widthsOf(column.table).with(column.index, px === null ? 0 : withinBounds(px)),
    );
  return tr;
}
