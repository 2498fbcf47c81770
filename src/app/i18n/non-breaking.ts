/** Czech typography: a line must not end with a one-letter preposition or conjunction. */
const SINGLE_LETTER = /(?<=^|[\s(„])([ksvzouaiKSVZOUAI]) (?=\S)/gu;

export function keepSingleLettersWithNextWord(text: string): string {
  return text.replace(SINGLE_LETTER, '$1\u00a0');
}
