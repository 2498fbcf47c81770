import { Selection, TextSelection } from '@tiptap/pm/state';
import { cellAround, CellSelection, nextCell } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Left and right in a cell whose text runs from the right: the plugin of the tables takes them for back and forward.
 * Undefined: the text runs from the left, or it is another key.
 */
export function pressArrowInCell(view: EditorView, event: KeyboardEvent): boolean | undefined {
  const { selection, doc } = view.state;
  const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (!isArrow || event.ctrlKey || event.metaKey || event.altKey || !isFromRight(view)) return undefined;
  const dir = event.key === 'ArrowLeft' ? 1 : -1;
  if (event.shiftKey) return extend(view, dir);
  if (!selection.empty || !isAtEnd(view, dir)) return false;
  const next = Selection.near(doc.resolve(selection.head + dir), dir);
  view.dispatch(view.state.tr.setSelection(next).scrollIntoView());
  return true;
}

/**
 * Tab selects the text of the next cell. Up and down leave it from its start or end, as from a caret; the browser would go
 * to the cell before or after.
 */
export function leaveCellText(view: EditorView, event: KeyboardEvent): void {
  const { selection, doc, tr } = view.state;
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || shiftKey || ctrlKey || metaKey || altKey) return;
  if (selection.empty || !(selection instanceof TextSelection) || !cellAround(selection.$head)) return;
  const at = key === 'ArrowUp' ? selection.from : selection.to;
  view.dispatch(tr.setSelection(TextSelection.create(doc, at)));
}

/** The direction of the text, or of the cell when cells are selected. */
function isFromRight(view: EditorView): boolean {
  const { selection } = view.state;
  const cell = cellAround(selection.$head);
  if (!cell) return false;
  const isText = selection instanceof TextSelection;
  const dom = view.nodeDOM(isText ? selection.$head.before() : cell.pos);
  return dom instanceof Element && getComputedStyle(dom).direction === 'rtl';
}

/** Whether the caret stands at the start or the end of its cell. */
function isAtEnd(view: EditorView, dir: 1 | -1): boolean {
  const { selection } = view.state;
  const { $head } = selection;
  const cell = cellAround($head);
  if (!cell || !(selection instanceof TextSelection)) return false;
  for (let depth = $head.depth - 1; depth > cell.depth; depth -= 1) {
    const node = $head.node(depth);
    if (dir < 0 ? $head.index(depth) > 0 : $head.indexAfter(depth) < node.childCount) return false;
  }
  return view.endOfTextblock(dir < 0 ? 'backward' : 'forward');
}

function extend(view: EditorView, dir: 1 | -1): boolean {
  const { selection } = view.state;
  const from =
    selection instanceof CellSelection
      ? selection.$headCell
      : isAtEnd(view, dir) && cellAround(selection.$head);
  const to = from && nextCell(from, 'horiz', dir);
  if (!to) return false;
  const $anchor = selection instanceof CellSelection ? selection.$anchorCell : from;
  view.dispatch(view.state.tr.setSelection(new CellSelection($anchor, to)));
  return true;
}
