import { findParentNodeClosestToPos, type Editor } from '@tiptap/core';
import { TextSelection, type Command, type Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  fixTables,
  toggleHeader,
} from '@tiptap/pm/tables';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  PanelLeft,
  PanelTop,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
  type LucideIcon,
} from 'lucide-react';

export type TableCommandId =
  | 'rowBefore'
  | 'rowAfter'
  | 'columnBefore'
  | 'columnAfter'
  | 'deleteRow'
  | 'deleteColumn'
  | 'headerRow'
  | 'headerColumn'
  | 'deleteTable';

interface TableCommand {
  readonly id: TableCommandId;
  readonly icon: LucideIcon;
  readonly run: Command;
}

/** In the order of the toolbar. */
export const TABLE_COMMANDS: readonly TableCommand[] = [
  { id: 'rowBefore', icon: BetweenVerticalEnd, run: addRowBefore },
  { id: 'rowAfter', icon: BetweenVerticalStart, run: addRowAfter },
  { id: 'columnBefore', icon: BetweenHorizontalEnd, run: addColumnBefore },
  { id: 'columnAfter', icon: BetweenHorizontalStart, run: addColumnAfter },
  { id: 'deleteRow', icon: TableRowsSplit, run: inItsTable(deleteRow) },
  { id: 'deleteColumn', icon: TableColumnsSplit, run: inItsTable(deleteColumn) },
  { id: 'headerRow', icon: PanelTop, run: toggleHeader('row') },
  { id: 'headerColumn', icon: PanelLeft, run: toggleHeader('column') },
  { id: 'deleteTable', icon: Trash2, run: deleteTable },
];

/** Repairs the table first: what counts in columns needs cells in all of them. */
export function runTableCommand(editor: Editor, { run }: TableCommand): void {
  const repaired = fixTables(editor.state);
  if (repaired) editor.view.dispatch(repaired);
  editor
    .chain()
    .focus(undefined, { scrollIntoView: false })
    .command(({ state, dispatch }) => run(state, dispatch))
    .run();
}

const tableAround = ({ selection }: Pick<Transaction, 'selection'>) =>
  findParentNodeClosestToPos(selection.$from, ({ type }) => type.name === 'table');

/** Without the last row or column the caret would be below the table. */
function inItsTable(remove: Command): Command {
  return (state, dispatch) => {
    const table = tableAround(state);
    const keepCaret = (tr: Transaction): void => {
      const at = table ? tr.mapping.map(table.pos) : -1;
      const rest = at === -1 ? null : tr.doc.nodeAt(at);
      if (rest && tableAround(tr)?.pos !== at)
        tr.setSelection(TextSelection.near(tr.doc.resolve(at + rest.nodeSize - 1), -1));
      dispatch?.(tr);
    };
    return remove(state, dispatch && keepCaret);
  };
}
