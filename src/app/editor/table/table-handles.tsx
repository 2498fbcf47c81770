import type { Editor } from '@tiptap/core';
import { TextSelection, type EditorState } from '@tiptap/pm/state';
import { CellSelection, isInTable, selectionCell } from '@tiptap/pm/tables';
import { useEditorState } from '@tiptap/react';
import { GripHorizontal, GripVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTouch } from '../../ui/is-touch.ts';
import { Menu } from '../../ui/menu.tsx';
import { Toolbar, ToolbarItem } from '../../ui/toolbar.tsx';
import { useHasBeenInText } from '../controls/use-has-been-in-text.ts';
import { escapeToText } from '../controls/escape-to-text.ts';
import { ColumnEdge } from './column-edge.tsx';
import type { TableAxis } from './table-commands.ts';
import './table-handles.css';
import { TableMenuItems } from './table-menu-items.tsx';
import { useHoveredCell } from './use-hovered-cell.ts';
import { usePlaceAtCell } from './use-place-at-cell.ts';

const HANDLES = [
  { axis: 'row', Icon: GripVertical },
  { axis: 'column', Icon: GripHorizontal },
] as const;

/** Row and column menus at the edges of a table, and the column's end edge. They belong to the cell at the pointer or caret. */
export function TableHandles({ editor }: { editor: Editor }) {
  return isTouch() ? null : <Handles editor={editor} />;
}

function Handles({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const layer = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<TableAxis | null>(null);
  const hasBeenInText = useHasBeenInText(editor);
  const atCaret = useEditorState({ editor, selector: ({ editor: current }) => cellAtCaret(current.state) });
  const [dragged, setDragged] = useState<number | null>(null);
  const atPointer = useHoveredCell(editor, open !== null || dragged !== null);
  const hovered = atPointer !== null && isOutsideSelected(editor.state, atPointer) ? null : atPointer;
  const cell = (open === null ? hovered : null) ?? (hasBeenInText ? atCaret : null);
  usePlaceAtCell(editor, layer, cell);
  if (cell === null) {
    // A peer deleted the table.
    if (open !== null) setOpen(null);
    return null;
  }
  const change = (axis: TableAxis, isOpen: boolean): void => {
    if (isOpen) selectIn(editor, cell);
    setOpen(isOpen ? axis : null);
  };
  return (
    <Toolbar
      ref={layer}
      aria-label={t('command.table')}
      className="table-handles"
      onKeyDown={escapeToText(editor)}
    >
      {HANDLES.map(({ axis, Icon }) => (
        <Menu
          key={axis}
          control={{ open: open === axis, onOpenChange: (isOpen) => change(axis, isOpen) }}
          onLeave={() => editor.isDestroyed || editor.view.focus()}
          trigger={
            <ToolbarItem
              className={`table-handle table-handle-${axis}`}
              aria-label={t(`table.${axis}`)}
              onMouseDown={(event) => event.preventDefault()}
            >
              <Icon size={12} aria-hidden />
            </ToolbarItem>
          }
        >
          <TableMenuItems editor={editor} axis={axis} />
        </Menu>
      ))}
      <ColumnEdge editor={editor} cell={cell} dragged={dragged} onDragged={setDragged} />
    </Toolbar>
  );
}

const cellAtCaret = (state: EditorState): number | null =>
  isInTable(state) ? selectionCell(state).pos : null;

function cellsSelected({ selection }: EditorState): readonly number[] {
  const cells: number[] = [];
  if (selection instanceof CellSelection) selection.forEachCell((_node, pos) => cells.push(pos));
  return cells;
}

/** Several selected cells keep the menus: on the way to a handle, the pointer crosses other cells. */
function isOutsideSelected(state: EditorState, cell: number): boolean {
  const cells = cellsSelected(state);
  return cells.length > 1 && !cells.includes(cell);
}

/** Puts the caret into the cell unless it is selected: the commands of its menus act on the selection. */
function selectIn({ state, view }: Editor, cell: number): void {
  const { doc, tr } = state;
  const isSelected = cellAtCaret(state) === cell || cellsSelected(state).includes(cell);
  if (!isSelected) view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(cell + 1))));
}
