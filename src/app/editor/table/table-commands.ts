import { findParentNodeClosestToPos, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
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
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Grid2x2X,
  PanelLeft,
  PanelTop,
  Trash2,
  type LucideIcon,
} from 'lucide-react';

export type TableAxis = 'row' | 'column';

export type TableCommandId =
  | 'rowAfter'
  | 'rowBefore'
  | 'columnAfter'
  | 'columnBefore'
  | 'deleteRow'
  | 'deleteColumn'
  | 'headerRow'
  | 'headerColumn'
  | 'deleteTable';

export interface TableCommand {
  readonly id: TableCommandId;
  readonly icon: LucideIcon;
  readonly run: Command;
  /** Absent for commands without a state. */
  readonly isActive?: (table: Node) => boolean;
}

const isHeader = (cell: Node | null): boolean => cell?.type.name === 'tableHeader';

const wholeTable: TableCommand = { id: 'deleteTable', icon: Grid2x2X, run: deleteTable };

/** Most frequent first; the last applies to the whole table. */
export const TABLE_COMMANDS: Readonly<Record<TableAxis, readonly TableCommand[]>> = {
  row: [
    { id: 'rowAfter', icon: ArrowDown, run: addRowAfter },
    { id: 'rowBefore', icon: ArrowUp, run: addRowBefore },
    { id: 'deleteRow', icon: Trash2, run: inItsTable(deleteRow) },
    {
      id: 'headerRow',
      icon: PanelTop,
      run: toggleHeader('row'),
      isActive: (table) => table.firstChild?.children.every(isHeader) ?? false,
    },
    wholeTable,
  ],
  column: [
    { id: 'columnAfter', icon: ArrowRight, run: addColumnAfter },
    { id: 'columnBefore', icon: ArrowLeft, run: addColumnBefore },
    { id: 'deleteColumn', icon: Trash2, run: inItsTable(deleteColumn) },
    {
      id: 'headerColumn',
      icon: PanelLeft,
      run: toggleHeader('column'),
      isActive: (table) => table.children.every((row) => isHeader(row.firstChild)),
    },
    wholeTable,
  ],
};

/** Whether the command's state is on for the selected table; null for a command without one. */
export function isInState({ state }: Editor, { isActive }: TableCommand): boolean | null {
  const table = tableAround(state);
  return isActive && table ? isActive(table.node) : null;
}

/** Repairs the table first: column commands need a cell in every column. */
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

/** Deleting the last row or column would move the caret out of the table; deleting the only one deletes the table. */
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
    return remove(state, dispatch && keepCaret) || deleteTable(state, dispatch);
  };
}
