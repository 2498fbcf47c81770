import type { Editor } from '@tiptap/core';
import { readSelection } from '../binding/fresh-selection.ts';
import { anchorOfSelection } from './anchor-of-selection.ts';
import type { NewAnchor } from './types.ts';

/** Drawing in the text while somebody drags would end the dragging. */
const SETTLED_MS = 200;

/** Calls the listener with what is selected, now and soon after each change; null while nothing is. */
export function watchSelection(editor: Editor, listener: (anchor: NewAnchor | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;
  let before: string | null = null;
  const read = (): void => {
    if (editor.isDestroyed) return;
    readSelection(editor.view);
    const anchor = editor.state.selection.empty ? null : anchorOfSelection(editor.state);
    const now = JSON.stringify(anchor);
    if (now !== before) listener(anchor);
    before = now;
  };
  const soon = (): void => {
    clearTimeout(timer);
    if (!isPressed) timer = setTimeout(read, SETTLED_MS);
  };
  const press = ({ type }: Event): void => {
    isPressed = type === 'pointerdown';
    soon();
  };
  for (const name of PRESSES) document.addEventListener(name, press, { capture: true });
  editor.on('selectionUpdate', soon);
  editor.on('update', soon);
  read();
  return () => {
    clearTimeout(timer);
    for (const name of PRESSES) document.removeEventListener(name, press, { capture: true });
    editor.off('selectionUpdate', soon);
    editor.off('update', soon);
  };
}

const PRESSES = ['pointerdown', 'pointerup', 'pointercancel'] as const;
