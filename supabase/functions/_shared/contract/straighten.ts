/**
 * Text that reads as it is written. The same as `private.straighten` in the database, which cleans what is stored; here it
 * cleans what is shown and typed, since a document's title is its own text and comes from its authors' pages.
 */

/** Embeddings, overrides and isolates: what follows them is drawn the other way round. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** They say to which side a sign belongs that has none, and mean nothing between letters that are all written one way. */
const SMALL_MARKS = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text without marks that turn its direction, and without the small ones where nothing is written from right to left. */
export function straighten(text: string): string {
  const withoutTurns = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(withoutTurns) ? withoutTurns : withoutTurns.replace(SMALL_MARKS, '');
}
