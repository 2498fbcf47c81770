/** The language of a block, by its letters and its small words. */
import type { StemmedLanguage } from './stem-word.ts';
import type { Word } from './words-of.ts';

const LETTERS: readonly (readonly [StemmedLanguage, RegExp])[] = [
  ['cs', /[ěščřžůťďňľĺŕ]/],
  ['de', /ß/],
];

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that no other of these languages has. */
const SMALL: readonly (readonly [StemmedLanguage, ReadonlySet<string>])[] = [
  [
    'cs',
    listOf(
      'je jsou se si na že ve pro nebo ale jako který která které není podle od po tak ktorý sa nie sú pre ako',
    ),
  ],
  ['en', listOf('the of and is are was for with that this not have has you we it from be by as on at')],
  ['de', listOf('der die das und ist nicht ein eine mit für von den dem zu auf sich wird im sind')],
];

/** Null while it is undecided: fewer than two signs, or two languages with about as many. */
export function guessLanguage(words: readonly Word[]): StemmedLanguage | null {
  const signs = new Map<StemmedLanguage, number>();
  for (const { accented } of words) {
    for (const [language, letters] of LETTERS) if (letters.test(accented)) add(signs, language);
    for (const [language, small] of SMALL) if (small.has(accented)) add(signs, language);
  }
  const [first, second] = [...signs].toSorted(([, a], [, b]) => b - a);
  if (first === undefined || first[1] < 2 || (second !== undefined && second[1] * 2 > first[1])) return null;
  return first[0];
}

const add = (signs: Map<StemmedLanguage, number>, language: StemmedLanguage): void => {
  signs.set(language, (signs.get(language) ?? 0) + 1);
};
