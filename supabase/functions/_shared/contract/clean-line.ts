/**
 * Makes a title or a name one line of visible text. The same as `private.clean_line`, which the database applies to stored
 * text. Here it is applied to displayed text and input, since a document's title comes unchecked from its authors' pages.
 */

/** A run of tabs and line breaks becomes one space, so that the words around it stay apart. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;
/** Other control characters, C0 and C1: a terminal would obey them. */
const CONTROLS = /[\0-\u001f\u007f-\u009f]/g; // oxlint-disable-line no-control-regex
/** Embeddings, overrides and isolates: they reverse the direction of the text after them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Direction marks for neutral characters. They have no effect in text of a single direction. */
const SMALL_MARKS = /[\u061c\u200e\u200f]/g;
export const RIGHT_TO_LEFT =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Joiners stay: emoji and Persian need them. `SMALL_MARKS` stay if a character is written from right to left. */
export function cleanLine(text: string): string {
  const clean = text.replace(BREAKS, ' ').replace(CONTROLS, '').replace(TURNS, '');
  return RIGHT_TO_LEFT.test(clean) ? clean : clean.replace(SMALL_MARKS, '');
}
