/** A text as it is compared, and where each of its characters stood. */
export interface FoldedText {
  readonly text: string;
  /** One more than the text has characters: the last is the end of the original. */
  readonly places: readonly number[];
}

/** Typography puts these where people type the plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '„': '"',
  '“': '"',
  '”': '"',
  '‚': "'",
  '‘': "'",
  '’': "'",
};

const MARKS = /\p{M}+/gu;
/** The same few characters stand in every text; asking Unicode each time is slow. */
const knownWith = new Map<string, string>();
const knownWithout = new Map<string, string>();

function foldCharacter(character: string, accents: boolean): string {
  const known = accents ? knownWith : knownWithout;
  const found = known.get(character);
  if (found !== undefined) return found;
  const bare = accents ? character : character.normalize('NFD').replaceAll(MARKS, '');
  const folded = (PLAIN[bare] ?? bare).toLowerCase();
  known.set(character, folded);
  return folded;
}

/** Without capitals, hard spaces and curly quotes; without accents too unless they count. */
export function foldText(original: string, accents: boolean): FoldedText {
  const places: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const folded = foldCharacter(character, accents);
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at);
    text += folded;
    at += character.length;
  }
  places.push(at);
  return { text, places };
}
