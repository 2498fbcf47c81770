/** A click on the empty page around the text puts the caret into the text, or what is typed next would vanish. */
import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';
import { useEffect } from 'react';

/** A hand that moves further while the button is down means to select. */
const STILL_PX = 5;

export function useClickBeside(editor: Editor, editable: boolean): void {
  useEffect(() => (editable ? watchClicks(editor.view) : undefined), [editor, editable]);
}

function watchClicks(view: EditorView): () => void {
  let pressed: MouseEvent | null = null;
  const press = (event: MouseEvent): void => {
    // A menu that is open takes the press, and closes.
    const isFree = document.body.style.pointerEvents !== 'none';
    pressed = isFree && isPlain(event) && isBeside(view, event) ? event : null;
  };
  const click = (event: MouseEvent): void => {
    const isStill =
      pressed !== null &&
      Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < STILL_PX;
    pressed = null;
    if (!isStill || event.defaultPrevented || !isBeside(view, event)) return;
    // Selected by keyboard, by a double click, or from the text outwards.
    if (document.getSelection()?.isCollapsed === false) return;
    view.dispatch(placeCaret(view, event).scrollIntoView());
    view.focus();
  };
  document.addEventListener('pointerdown', press, { capture: true });
  document.addEventListener('click', click);
  return () => {
    document.removeEventListener('pointerdown', press, { capture: true });
    document.removeEventListener('click', click);
  };
}

const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

/** On nothing but what lies behind the text: controls and panels are not around it. Beside the title is not, either. */
function isBeside({ dom }: EditorView, { target, clientX, clientY }: MouseEvent): boolean {
  if (!(target instanceof Element) || target === dom || !target.contains(dom)) return false;
  if (dom.closest('[hidden]')) return false;
  const isScrollbar = clientX >= document.documentElement.clientWidth;
  return !isScrollbar && clientY >= dom.getBoundingClientRect().top;
}

function placeCaret(view: EditorView, { clientX, clientY }: MouseEvent): Transaction {
  const { left, right, bottom } = view.dom.getBoundingClientRect();
  if (clientY >= bottom) return placeAtEnd(view.state);
  const inside = Math.min(Math.max(clientX, left + 1), right - 1);
  const found = view.posAtCoords({ left: inside, top: clientY });
  return found ? placeNear(view.state, found.pos) : placeAtEnd(view.state);
}

/** Never selects an image or a formula: the next letter would take its place. */
function placeNear(state: EditorState, pos: number): Transaction {
  const place = state.doc.resolve(pos);
  if (place.parent.inlineContent) return state.tr.setSelection(TextSelection.create(state.doc, pos));
  const near = Selection.findFrom(place, 1, true) ?? Selection.findFrom(place, -1, true);
  return near ? state.tr.setSelection(near) : placeAtEnd(state);
}

function placeAtEnd({ doc, schema, tr }: EditorState): Transaction {
  const paragraph = schema.nodes['paragraph'];
  if (doc.lastChild?.isAtom !== false && paragraph) tr.insert(doc.content.size, paragraph.create());
  return tr.setSelection(Selection.atEnd(tr.doc));
}
