import { RIGHT_TO_LEFT } from '#contract/clean-line.ts';
import { directionOf, type Direction } from '#contract/text/direction.ts';

/** A letter of either direction, or digits, which run from the left. Combining marks follow their letter. */
const STRONG = /[\p{L}\p{Nd}][\p{M}\p{L}\p{Nd}]*/gu;

/** Word sets text from the right only in runs marked so. Signs between two words go with both, others with the whole. */
export function splitDirections(
  text: string,
  whole: Direction,
): readonly { readonly text: string; readonly direction: Direction }[] {
  if (whole === 'ltr' && !RIGHT_TO_LEFT.test(text)) return [{ text, direction: 'ltr' }];
  const parts: { text: string; direction: Direction }[] = [];
  const add = (piece: string, direction: Direction): void => {
    const last = parts.at(-1);
    if (piece === '') return;
    if (last?.direction === direction) last.text += piece;
    else parts.push({ text: piece, direction });
  };
  let [end, before]: [number, Direction] = [0, whole];
  for (const match of text.matchAll(STRONG)) {
    const direction = directionOf(match[0]) ?? 'ltr';
    add(text.slice(end, match.index), before === direction ? direction : whole);
    add(match[0], direction);
    [end, before] = [match.index + match[0].length, direction];
  }
  add(text.slice(end), whole);
  return parts;
}
