/** Czech typography: a line never ends with a preposition or conjunction of one letter. */
const SINGLE_LETTER = /(?<=^|[\s(„])([ksvzouaiKSVZOUAI]) (?=\S)/gu;

export function keepSingleLettersWithNextWord(text: string): string {
  return text.replace(SINGLE_LETTER, '$1\u00a0');
}
