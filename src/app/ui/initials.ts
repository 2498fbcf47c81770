/** One or two letters that stand for a name: of its first and its last word. */
export function initials(name: string): string {
  const words = name.split(/[\s\-–]+/u).filter(Boolean);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase() || '?';
}

/** A letter may be several code points: c with a separate caron, an emoji of a family. */
function firstLetter(word: string): string {
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment;
  return '';
}
