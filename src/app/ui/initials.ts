/** One or two initials of a name: of its first and its last word. */
export function initials(name: string): string {
  const words = name.split(/[\s\-–]+/u).filter(Boolean);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase() || '?';
}

/** The first grapheme, which can be several code points: c with a combining caron, a family emoji. */
function firstLetter(word: string): string {
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment;
  return '';
}
