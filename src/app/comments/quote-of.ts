import type { CommentsPart } from './comments-context.ts';
import type { Place, ShownThread } from './types.ts';

/** Null: a reader may not see the quote and its text is gone. Empty: it stands at no text. */
export function quoteOf(
  { anchor: { quote } }: ShownThread,
  place: Place,
  textAt: CommentsPart['textAt'],
): string | null {
  if (quote !== '') return quote;
  return place.state === 'none' || place.state === 'near' ? null : textAt(place);
}
