import type { ClipboardEvent } from 'react';
import { cutText } from '#contract/cut-text.ts';

/**
 * Truncates pasted text at a grapheme boundary. The browser's own `maxlength` truncates between UTF-16 units, which
 * splits letters from their accents and joined emoji.
 */
export function cutPaste(event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const { maxLength, value, selectionStart, selectionEnd } = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const room = maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0));
  if (maxLength < 0 || pasted.length <= room) return;
  event.preventDefault();
  // Deprecated, but the only way that keeps the field's undo history.
  if (room > 0) document.execCommand('insertText', false, cutText(pasted, room));
}
