import type { ClipboardEvent } from 'react';
import { cutText } from '#contract/cut-text.ts';

/**
 * A browser cuts what is pasted into a field of limited length between any two units of its encoding, which takes the
 * accent off a letter and a child out of a family; here it is cut between characters as people see them.
 */
export function cutPaste(event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const { maxLength, value, selectionStart, selectionEnd } = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const room = maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0));
  if (maxLength < 0 || pasted.length <= room) return;
  event.preventDefault();
  // The only way that a field's own undo knows of.
  if (room > 0) document.execCommand('insertText', false, cutText(pasted, room));
}
