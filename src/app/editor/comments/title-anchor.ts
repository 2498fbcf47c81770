import { cutText } from '#contract/cut-text.ts';
import { MAX_QUOTE_CHARS } from '#contract/comments/thread.ts';
import { columnOf } from './measure-tops.ts';
import type { NewAnchor } from './types.ts';

/** The title above the text. */
export const titleOf = (text: Element): HTMLTextAreaElement | null =>
  columnOf(text).querySelector<HTMLTextAreaElement>('textarea.title-field');

/** Null unless the title has the focus. It has no units. */
export function anchorOfTitle(text: Element): NewAnchor | null {
  const title = titleOf(text);
  if (!title || title !== document.activeElement) return null;
  const quote = cutText(title.value, MAX_QUOTE_CHARS);
  return { kind: 'document', units: '', quote, before: '', after: '', heading: '' };
}
