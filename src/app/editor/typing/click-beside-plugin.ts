/**
 * A click on the page beside the text puts the caret into the text. Below the text, it goes to the end; in the margin, into the
 * nearest line. Otherwise nothing would have the focus, and the next input would be lost.
 */
import { Plugin, Selection, TextSelection, type PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

export const clickBeside = (key: PluginKey): Plugin =>
  new Plugin({ key, view: (view) => ({ destroy: takeClicks(view) }) });

/** Listens until the returned function is called. */
function takeClicks(view: EditorView): () => void {
  let stopDrag: () => void = () => undefined;
  const onMouseDown = (event: MouseEvent): void => {
    if (!view.editable || !isBeside(view, event)) return;
    // The text keeps the focus; otherwise a phone would hide and reopen its keyboard.
    event.preventDefault();
    const title = titleAt(view, event);
    if (title) return focusTitle(title, event);
    const anchor = event.shiftKey ? view.state.selection.anchor : null;
    if (anchor === null) putCaret(view, event);
    view.focus();
    stopDrag = selectWhileDragged(view, anchor ?? view.state.selection.anchor);
    if (anchor !== null) selectTo(view, anchor, event);
  };
  document.addEventListener('mousedown', onMouseDown);
  return () => {
    stopDrag();
    document.removeEventListener('mousedown', onMouseDown);
  };
}

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

/**
 * Whether the target is the bare page: an element that contains the text, not a control or a panel. The root element
 * does not count, because clicks on its scroll bar, and all clicks while a menu is open, have it as target.
 */
function isBeside({ dom }: EditorView, { target, button, ctrlKey, metaKey, altKey }: MouseEvent): boolean {
  if (button !== 0 || ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
  const isPage = target !== dom && target !== document.documentElement && target.contains(dom);
  // The text has no boxes while an earlier version is shown.
  return isPage && dom.getClientRects().length > 0;
}

function titleAt({ dom }: EditorView, { clientY }: Point): HTMLTextAreaElement | null {
  const title = dom.closest('.editor-column')?.querySelector<HTMLTextAreaElement>('.title-field') ?? null;
  if (!title) return null;
  const middle = (title.getBoundingClientRect().bottom + dom.getBoundingClientRect().top) / 2;
  return clientY < middle ? title : null;
}

function focusTitle(title: HTMLTextAreaElement, { clientX }: Point): void {
  const place = clientX < title.getBoundingClientRect().left ? 0 : title.value.length;
  title.focus({ preventScroll: true });
  title.setSelectionRange(place, place);
}

function putCaret(view: EditorView, point: Point): void {
  const { doc, schema, tr } = view.state;
  const paragraph = schema.nodes['paragraph'];
  const last = doc.lastChild;
  const isBelow = point.clientY > view.dom.getBoundingClientRect().bottom;
  // A heading, list, quote or callout that ends the document would take up the text that is meant to follow it.
  if (isBelow && paragraph && last && last.type !== paragraph)
    tr.insert(doc.content.size, paragraph.create());
  const place = isBelow ? Selection.atEnd(tr.doc) : selectionAt(view, point);
  view.dispatch(tr.setSelection(place));
}

function selectTo(view: EditorView, anchor: number, point: Point): void {
  const { doc, tr } = view.state;
  const $anchor = doc.resolve(Math.min(anchor, doc.content.size));
  view.dispatch(tr.setSelection(TextSelection.between($anchor, selectionAt(view, point).$head)));
}

/** In the nearest line. */
function selectionAt(view: EditorView, { clientX, clientY }: Point): Selection {
  const { left, right, top, bottom } = view.dom.getBoundingClientRect();
  const coords = { left: clamp(clientX, left + 1, right - 1), top: clamp(clientY, top + 1, bottom - 1) };
  const at = view.posAtCoords(coords);
  const { doc } = view.state;
  return at ? Selection.near(doc.resolve(at.pos), -1) : Selection.atEnd(doc);
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

function selectWhileDragged(view: EditorView, anchor: number): () => void {
  const onMove = (event: MouseEvent): void => {
    if (event.buttons === 0) return stop();
    selectTo(view, anchor, event);
  };
  const stop = (): void => {
    document.removeEventListener('mousemove', onMove);
    document.removeEventListener('mouseup', stop);
  };
  document.addEventListener('mousemove', onMove);
  document.addEventListener('mouseup', stop);
  return stop;
}
