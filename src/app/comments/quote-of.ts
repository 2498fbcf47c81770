import type { CommentsPart } from './comments-context.ts';
import type { ShownThread } from './types.ts';

/** Null: a reader may not see the quote and its text is gone. Empty: its highlight, or its number on paper, shows the text. */
export function quoteOf(thread: ShownThread, placeOf: CommentsPart['placeOf']): string | null {
  const { quote } = thread.anchor;
  if (quote !== '') return quote;
  const { state } = placeOf(thread);
  return state === 'none' || state === 'near' ? null : '';
}
