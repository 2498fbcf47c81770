import type { Editor } from '@tiptap/core';
import { fixTables } from '@tiptap/pm/tables';
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

type Chain = ReturnType<Editor['chain']>;

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
  readonly step: (chain: Chain) => Chain;
}

/** In the order of the toolbar. */
export const TABLE_COMMANDS: readonly TableCommand[] = [
  { id: 'rowBefore', icon: BetweenVerticalEnd, step: (chain) => chain.addRowBefore() },
  { id: 'rowAfter', icon: BetweenVerticalStart, step: (chain) => chain.addRowAfter() },
  { id: 'columnBefore', icon: BetweenHorizontalEnd, step: (chain) => chain.addColumnBefore() },
  { id: 'columnAfter', icon: BetweenHorizontalStart, step: (chain) => chain.addColumnAfter() },
  { id: 'deleteRow', icon: TableRowsSplit, step: (chain) => chain.deleteRow() },
  { id: 'deleteColumn', icon: TableColumnsSplit, step: (chain) => chain.deleteColumn() },
  { id: 'headerRow', icon: PanelTop, step: (chain) => chain.toggleHeaderRow() },
  { id: 'headerColumn', icon: PanelLeft, step: (chain) => chain.toggleHeaderColumn() },
  { id: 'deleteTable', icon: Trash2, step: (chain) => chain.deleteTable() },
];

/** Repairs the table first: what counts in columns needs cells in all of them. */
export function runTableCommand(editor: Editor, { step }: TableCommand): void {
  const repaired = fixTables(editor.state);
  if (repaired) editor.view.dispatch(repaired);
  step(editor.chain().focus(undefined, { scrollIntoView: false })).run();
}

export const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true };

/** A table within a table, or within code, is nowhere asked for. */
export const canInsertTable = (editor: Editor): boolean =>
  !editor.isActive('table') && !editor.isActive('codeBlock');
