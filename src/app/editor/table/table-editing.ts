/** What one does within tables; comes after the text. */
import type { Editor } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { Plugin, type Command, type Transaction } from '@tiptap/pm/state';
import {
  addRowAfter,
  CellSelection,
  deleteTable,
  goToNextCell,
  tableEditing,
  tableEditingKey,
} from '@tiptap/pm/tables';
import { TABLE_KEY } from './table-key.ts';

// The place that was held for it among the plugins has this key.
Object.assign(tableEditingKey, TABLE_KEY);

/**
 * Two who add a row and a column at once get a table with a cell missing. If every editor repaired what it receives,
 * each would add that cell, and then a row of cells for each that is too many, without end. So a table is repaired
 * where somebody pastes it or changes its rows and columns, and shown as it is until then.
 */
export function tablePlugin(): Plugin {
  const plugin = tableEditing();
  const { appendTransaction } = plugin.spec;
  if (!appendTransaction) throw new Error('the table plugin repairs nothing any more');
  return new Plugin({
    ...plugin.spec,
    appendTransaction(transactions, before, after) {
      const leave = transactions.some((tr) => tr.docChanged && !isOwnPaste(tr));
      return leave ? null : appendTransaction.call(plugin, transactions, before, after);
    },
  });
}

function isOwnPaste(tr: Transaction): boolean {
  const event: unknown = tr.getMeta('uiEvent');
  return !isChangeOrigin(tr) && (event === 'paste' || event === 'drop');
}

export type TableKey = 'Tab' | 'Shift-Tab' | 'Delete';

/** False when the key is none of the table's business. */
export function pressInTable(editor: Editor, key: TableKey): boolean {
  const run = (command: Command): boolean =>
    editor.commands.command(({ state, dispatch }) => command(state, dispatch));
  if (key === 'Delete') return areAllCellsSelected(editor) && run(deleteTable);
  if (key === 'Shift-Tab') return run(goToNextCell(-1));
  return run(goToNextCell(1)) || (run(addRowAfter) && run(goToNextCell(1)));
}

function areAllCellsSelected({ state: { selection } }: Editor): boolean {
  return selection instanceof CellSelection && selection.isRowSelection() && selection.isColSelection();
}
