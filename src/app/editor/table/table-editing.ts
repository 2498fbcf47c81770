/** Table editing; loaded after the text. */
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

// `latePlugin` needs the key of its placeholder.
Object.assign(tableEditingKey, TABLE_KEY);

/**
 * Repairs tables only on a local paste, not on every change. Two peers who add a row and a column at once leave a cell
 * missing. If every editor repaired remote changes, each would add that cell, then cells for the surplus ones, without
 * end. Table commands call `fixTables` first; until then a broken table is shown as it is.
 */
export function tablePlugin(): Plugin {
  const plugin = tableEditing();
  const { appendTransaction } = plugin.spec;
  if (!appendTransaction) throw new Error('the table plugin has no appendTransaction');
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

/** False when the key has no meaning in the table. */
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
