/** Cuts text to a limit, never inside a grapheme. */

const CHARACTERS = new Intl.Segmenter();

/**
 * The longest start of a text that has at most `max` UTF-16 units and ends between two characters (extended grapheme
 * clusters, UAX #29). A first character longer than `max` is cut between code points, so that the result is not empty.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max > 0 ? (CHARACTERS.segment(text).containing(max)?.index ?? 0) : 0;
  return end > 0 ? text.slice(0, end) : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
