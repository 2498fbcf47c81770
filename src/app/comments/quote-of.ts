import type { Place, ShownThread } from './types.ts';

/** Null: a reader may not see the quote and its text is gone. Empty: its highlight, or its number on paper, shows the text. */
export function quoteOf({ anchor: { quote } }: ShownThread, { state }: Place): string | null {
  if (quote !== '') return quote;
  return state === 'none' || state === 'near' ? null : '';
}
