export type Direction = 'ltr' | 'rtl';

/** Letters and marks have a direction; digits and signs take that of the text around. */
const DIRECTED = /[\u200e\u200f\p{L}]/u;
const FROM_RIGHT = /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The direction of a block with this text, as browsers compute it for `dir="auto"`; null without a letter. */
export function directionOf(text: string): Direction | null {
  const first = DIRECTED.exec(text)?.[0];
  if (first === undefined) return null;
  return FROM_RIGHT.test(first) ? 'rtl' : 'ltr';
}
