import { findParentNodeClosestToPos, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorState, Selection, TextSelection, type Command, type Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  nextCell,
  selectionCell,
  splitCell,
  toggleHeader,
} from '@tiptap/pm/tables';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Grid2x2X,
  MoveHorizontal,
  PanelLeft,
  PanelTop,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { MAX_SPAN } from '#contract/limits.ts';
import { isBroken, widthsOf, writeWidths } from './column-widths.ts';
import { repairTables } from './repair-tables.ts';
import { setColumnWidth, storedWidth } from './resize-column.ts';

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
  | 'autoWidth'
  | 'mergeCells'
  | 'mergeNext'
  | 'mergeBelow'
  | 'splitCell'
  | 'deleteTable';

export interface TableCommand {
  readonly id: TableCommandId;
  readonly icon: LucideIcon;
  readonly run: Command;
  /** Absent for commands without a state. */
  readonly isActive?: (table: Node) => boolean;
  /** Absent for commands that are always possible. */
  readonly canRun?: (state: EditorState) => boolean;
  /** Absent for commands that are always in the menu. */
  readonly isOffered?: (state: EditorState) => boolean;
}

export const addRowBelow = withinSpans(addRowAfter);

const isHeader = (cell: Node | null): boolean => cell?.type.name === 'tableHeader';

const selectsCells = ({ selection }: EditorState): boolean =>
  selection instanceof CellSelection && selection.$anchorCell.pos !== selection.$headCell.pos;

/** Puts the caret behind the text: typed letters would replace the content of a cell that stays selected. */
const mergeSelected: Command = (state, dispatch) =>
  mergeCells(
    state,
    dispatch &&
      ((tr) => {
        const { selection } = tr;
        if (!(selection instanceof CellSelection)) return dispatch(tr);
        const { pos, nodeAfter } = selection.$anchorCell;
        const end = tr.doc.resolve(pos + (nodeAfter?.nodeSize ?? 1) - 1);
        dispatch(tr.setSelection(Selection.near(end, -1)));
      }),
  );

/** Merges the selected cells, or, because fingers select at most one, the cell and the next one. */
const merging = (id: TableCommandId, axis: 'horiz' | 'vert'): readonly TableCommand[] =>
  [
    { id: 'mergeCells' as const, run: withinSpans(mergeSelected), isOffered: selectsCells },
    { id, run: withinSpans(mergeWithNext(axis)), isOffered: (state: EditorState) => !selectsCells(state) },
  ].map((one) => ({ ...one, icon: TableCellsMerge, canRun: (state) => changes(one.run, state) }));

/** Commands of the cell and of the whole table; each menu offers them. */
const SHARED: readonly TableCommand[] = [
  {
    id: 'splitCell',
    icon: TableCellsSplit,
    run: withinSpans(splitCell),
    canRun: (state) => splitCell(state),
  },
  { id: 'deleteTable', icon: Grid2x2X, run: deleteTable },
];

/** Most frequent first. */
export const TABLE_COMMANDS: Readonly<Record<TableAxis, readonly TableCommand[]>> = {
  row: [
    { id: 'rowAfter', icon: ArrowDown, run: addRowBelow },
    { id: 'rowBefore', icon: ArrowUp, run: withinSpans(addRowBefore) },
    { id: 'deleteRow', icon: Trash2, run: inItsTable(deleteRow) },
    {
      id: 'headerRow',
      icon: PanelTop,
      run: toggleHeader('row'),
      isActive: (table) => table.firstChild?.children.every(isHeader) ?? false,
    },
    ...merging('mergeNext', 'horiz'),
    ...SHARED,
  ],
  column: [
    { id: 'columnAfter', icon: ArrowRight, run: withinSpans(addColumnAfter) },
    { id: 'columnBefore', icon: ArrowLeft, run: withinSpans(addColumnBefore) },
    { id: 'deleteColumn', icon: Trash2, run: inItsTable(deleteColumn) },
    {
      id: 'headerColumn',
      icon: PanelLeft,
      run: toggleHeader('column'),
      isActive: (table) => table.children.every((row) => isHeader(row.firstChild)),
    },
    { id: 'autoWidth', icon: MoveHorizontal, run: resetColumnWidth, isOffered: hasColumnWidth },
    ...merging('mergeBelow', 'vert'),
    ...SHARED,
  ],
};

export const commandsIn = ({ state }: Editor, axis: TableAxis): readonly TableCommand[] =>
  TABLE_COMMANDS[axis].filter(({ isOffered }) => isOffered?.(state) ?? true);

/** Whether the command's state is on for the selected table; null for a command without one. */
export function isInState({ state }: Editor, { isActive }: TableCommand): boolean | null {
  const table = tableAround(state);
  return isActive && table ? isActive(table.node) : null;
}

export const isPossible = ({ state }: Editor, { canRun }: TableCommand): boolean => canRun?.(state) ?? true;

/** Repairs the table first: column commands need a cell in every column. */
export function runTableCommand(editor: Editor, { run }: TableCommand): void {
  const { tr } = editor.state;
  repairAround(tr);
  if (tr.docChanged) editor.view.dispatch(tr);
  // In a chain, a change that is not dispatched would still be made.
  if (!changes(run, editor.state)) return;
  editor
    .chain()
    .focus(undefined, { scrollIntoView: false })
    .command(({ state, dispatch }) => run(state, dispatch))
    .run();
}

export const tableAround = ({ selection }: Pick<Transaction, 'selection'>) =>
  findParentNodeClosestToPos(selection.$from, ({ type }) => type.name === 'table');

function hasColumnWidth(state: EditorState): boolean {
  return isInTable(state) && storedWidth(state.doc, selectionCell(state).pos) > 0;
}

function resetColumnWidth(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  dispatch?.(setColumnWidth(state.tr, selectionCell(state).pos, null));
  return hasColumnWidth(state);
}

function mergeWithNext(axis: 'horiz' | 'vert'): Command {
  return (state, dispatch) => {
    const table = tableAround(state);
    if (!table || isBroken(table.node)) return false;
    const $cell = selectionCell(state);
    const $next = nextCell($cell, axis, 1);
    if (!$next) return false;
    const both = EditorState.create({ doc: state.doc, selection: new CellSelection($cell, $next) });
    return mergeCells(
      both,
      dispatch &&
        (({ steps }) => {
          const { tr } = state;
          for (const step of steps) tr.step(step);
          dispatch(tr);
        }),
    );
  };
}

/** Whether the command would change anything. */
function changes(command: Command, state: EditorState): boolean {
  let isChanged = false;
  command(state, () => {
    isChanged = true;
  });
  return isChanged;
}

function repairAround(tr: Transaction): void {
  const table = tableAround(tr);
  if (table) repairTables(tr, (node) => node === table.node);
}

/** Columns that remain keep their width, even if the cells that had it are gone or merged. */
function keepWidths(tr: Transaction, before: Node | undefined): void {
  const table = tableAround(tr);
  const widths = before ? widthsOf(before) : [];
  if (table && widthsOf(table.node).length === widths.length) writeWidths(tr, table.pos, widths);
}

/**
 * Leaves out a change after which a cell spans more than the log accepts. The library counts columns wrongly beside cells
 * that are merged in both directions, so a new row may lack a cell.
 */
function withinSpans(command: Command): Command {
  return (state, dispatch) => {
    const before = tableAround(state)?.node;
    const complete = (tr: Transaction): void => {
      repairAround(tr);
      keepWidths(tr, before);
      if (tableAround(tr)?.node.children.every(isWithin) ?? true) dispatch?.(tr);
    };
    return command(state, dispatch && complete);
  };
}

const isWithin = (row: Node): boolean =>
  row.children.every(({ attrs }) => attrs['colspan'] <= MAX_SPAN && attrs['rowspan'] <= MAX_SPAN);

/** Deleting the last row or column would move the caret out of the table; deleting the only one deletes the table. */
function inItsTable(remove: Command): Command {
  return (state, dispatch) => {
    const table = tableAround(state);
    const keepCaret = (tr: Transaction): void => {
      const at = table ? tr.mapping.map(table.pos) : -1;
      const rest = at === -1 ? null : tr.doc.nodeAt(at);
      if (rest && tableAround(tr)?.pos !== at)
        tr.setSelection(TextSelection.near(tr.doc.resolve(at + rest.nodeSize - 1), -1));
      repairAround(tr);
      keepWidths(tr, table?.node);
      dispatch?.(tr);
    };
    return remove(state, dispatch && keepCaret) || deleteTable(state, dispatch);
  };
}
