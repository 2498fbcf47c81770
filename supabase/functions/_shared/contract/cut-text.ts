/** Cutting text to a limit: never within a character as people see it. */

const CHARACTERS = new Intl.Segmenter();

/**
 * The longest start of a text that has at most `max` UTF-16 units and ends between two characters (extended grapheme
 * clusters, UAX #29). A character that alone is longer is cut between code points, so that something is left.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max > 0 ? (CHARACTERS.segment(text).containing(max)?.index ?? 0) : 0;
  return end > 0 ? text.slice(0, end) : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
