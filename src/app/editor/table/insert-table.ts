import type { Editor } from '@tiptap/core';
import type { Node, Schema } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { nodeOf } from '../schema/node-of.ts';

export interface TableSize {
  readonly rows: number;
  readonly cols: number;
  readonly withHeaderRow: boolean;
}

export const NEW_TABLE: TableSize = { rows: 3, cols: 3, withHeaderRow: true };

/** Tables within tables or code are not supported. */
export const canInsertTable = (editor: Editor): boolean =>
  !editor.isActive('table') && !editor.isActive('codeBlock');

/** Inserts an empty table at the selection and puts the caret into its first cell. */
export function insertTable(tr: Transaction, schema: Schema, size: TableSize): void {
  const first = tr.selection.from + 1;
  tr.replaceSelectionWith(createTable(schema, size)).scrollIntoView();
  tr.setSelection(TextSelection.near(tr.doc.resolve(first)));
}

function createTable(schema: Schema, { rows, cols, withHeaderRow }: TableSize): Node {
  const empty = (name: string): Node =>
    nodeOf(schema, name).createChecked(null, nodeOf(schema, 'paragraph').create());
  const row = (cell: string): Node =>
    nodeOf(schema, 'tableRow').createChecked(
      null,
      Array.from({ length: cols }, () => empty(cell)),
    );
  const all = Array.from({ length: rows }, (_row, at) =>
    row(withHeaderRow && at === 0 ? 'tableHeader' : 'tableCell'),
  );
  return nodeOf(schema, 'table').createChecked(null, all);
}
