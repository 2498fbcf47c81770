/**
 * Removes invisible marks that reorder text. The same as `private.straighten`, which the database applies to stored text.
 * Here it is applied to displayed text and input, since a document's title comes unchecked from its authors' pages.
 */

/** Embeddings, overrides and isolates: they reverse the direction of the text after them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Direction marks for neutral characters. They have no effect in text of a single direction. */
const SMALL_MARKS = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Removes `TURNS`; also removes `SMALL_MARKS` if no character is written from right to left. */
export function straighten(text: string): string {
  const withoutTurns = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(withoutTurns) ? withoutTurns : withoutTurns.replace(SMALL_MARKS, '');
}
