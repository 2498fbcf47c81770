/** Table editing; loaded after the text. */
import type { Editor } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Plugin, TextSelection, type Command, type EditorState, type Transaction } from '@tiptap/pm/state';
import {
  CellSelection,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
  tableEditingKey,
  TableMap,
} from '@tiptap/pm/tables';
import type { EditorProps } from '@tiptap/pm/view';
import type { TextFollower } from '../../room/follow/follow-text.ts';
import { leaveCellText, pressArrowInCell } from './arrows-in-cell.ts';
import { isBroken, widthsOf, withoutWidths, writeWidths } from './column-widths.ts';
import { addRowBelow, tableAround } from './table-commands.ts';
import { TABLE_KEY } from './table-key.ts';
import { watchTables } from './watch-tables.ts';

// `latePlugin` needs the key of its placeholder.
Object.assign(tableEditingKey, TABLE_KEY);

// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const mapSelection = CellSelection.prototype.map;
/** The library throws for a row or column that lacks a cell, as one does until a table of two people is repaired. */
CellSelection.prototype.map = function mapInRectangle(doc, mapping) {
  const { $anchorCell, $headCell } = this;
  const $cell = doc.resolve(mapping.map($anchorCell.pos));
  const table = $cell.depth > 0 ? $cell.node(-1) : null;
  return table?.type.name === 'table' && isBroken(table)
    ? TextSelection.between($cell, doc.resolve(mapping.map($headCell.pos)))
    : mapSelection.call(this, doc, mapping);
};

/**
 * The library repairs tables only on a local paste, not on every change. After a row and a column were added at once, each
 * editor would add the missing cell, then cells for the surplus ones, without end. `watchTables` repairs such tables.
 */
export function tablePlugin(onOverwritten: () => void, follower?: TextFollower): Plugin {
  const plugin = tableEditing();
  const { appendTransaction } = plugin.spec;
  const pasteCells = createPasteCells(plugin, onOverwritten);
  let isPastingCells = false;
  if (!appendTransaction) throw new Error('the table plugin has no appendTransaction');
  return new Plugin({
    ...plugin.spec,
    view: (view) => (follower ? { destroy: watchTables(view, follower) } : {}),
    props: {
      ...plugin.props,
      handlePaste: (view, event, slice) => {
        isPastingCells = isInTable(view.state);
        const isTaken = pasteCells(view, event, isPastingCells ? withoutWidths(slice) : slice);
        isPastingCells = false;
        return isTaken;
      },
      handleKeyDown: (view, event) => {
        leaveCellText(view, event);
        return pressArrowInCell(view, event) ?? plugin.props.handleKeyDown?.call(plugin, view, event);
      },
    },
    appendTransaction(transactions, before, after) {
      const leave = transactions.some((tr) => tr.docChanged && !isOwnPaste(tr));
      if (isPastingCells) return keepWidths(after.tr, before);
      return leave ? null : appendTransaction.call(plugin, transactions, before, after);
    },
  });
}

/** Pasted cells take the place of those below them. */
function createPasteCells(
  plugin: Plugin,
  onOverwritten: () => void,
): NonNullable<EditorProps['handlePaste']> {
  return (view, event, slice) => {
    const before = view.state.doc;
    const isTaken = plugin.props.handlePaste?.call(plugin, view, event, slice) === true;
    const { selection } = view.state;
    if (isTaken && selection instanceof CellSelection && hasReplacedText(before, selection)) onOverwritten();
    return isTaken;
  };
}

/** Pasted cells do not change the columns that they come into. */
function keepWidths(tr: Transaction, before: EditorState): Transaction | null {
  const [table, old] = [tableAround(tr), tableAround(before)];
  if (table && table.pos === old?.pos) writeWidths(tr, table.pos, widthsOf(old.node));
  return tr.docChanged ? tr : null;
}

function hasReplacedText(before: Node, { $anchorCell, $headCell }: CellSelection): boolean {
  const start = $anchorCell.start(-1);
  const table = before.resolve(start).node();
  const pasted = $anchorCell.node(-1);
  if (table.type !== pasted.type) return false;
  const [now, then] = [TableMap.get(pasted), TableMap.get(table)];
  const { left, right, top, bottom } = now.rectBetween($anchorCell.pos - start, $headCell.pos - start);
  const area = { left, top, right: Math.min(right, then.width), bottom: Math.min(bottom, then.height) };
  return (
    area.left < area.right &&
    area.top < area.bottom &&
    then.cellsInRect(area).some((place) => table.nodeAt(place)?.textContent !== '')
  );
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
  return run(goToNextCell(1)) || (run(addRowBelow) && run(goToNextCell(1)));
}

function areAllCellsSelected({ state: { selection } }: Editor): boolean {
  return selection instanceof CellSelection && selection.isRowSelection() && selection.isColSelection();
}
