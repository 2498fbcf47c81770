/** Ranks names by how well they fit what somebody typed, ignoring case and accents. Pure. */
import { findFolded, foldQuery } from './find-folded.ts';
import { foldText, foldWords, type FoldedText } from './fold-text.ts';

/** Lower is better. */
export const FIT = { whole: 0, start: 1, words: 2, initials: 3, inside: 4 } as const;

/** Added when the query has accents and the name has others. */
const OTHER_ACCENTS = 0.5;

/** Words as short as prepositions may be left out of initials. */
const SHORT = 2;

/**
 * Returns a function that tells how well a name fits the query (see `FIT`), or null. Words may be in any order, each at
 * the start of a word or inside; or the query is the beginnings of several words: *sod* fits *Smlouva o dílo*.
 */
export function nameMatcher(query: string): (name: string) => number | null {
  const words = query
    .trim()
    .split(/\s+/u)
    .map((word) => foldQuery(word, false))
    .filter((forms) => forms.length > 0);
  const phrase = foldText(query.trim(), false).text;
  const accented = foldText(query.trim(), true).text;
  const hasAccents = accented !== phrase;
  return (name) => {
    if (words.length === 0) return null;
    const fit = fitOf(foldName(name), words, phrase);
    if (fit === null || fit === FIT.initials || !hasAccents) return fit;
    const written = foldText(name, true).text;
    return accented.split(' ').every((word) => written.includes(word)) ? fit : fit + OTHER_ACCENTS;
  };
}

/** Cache: each key is compared with the same names, and folding takes longest. */
const folded = new Map<string, FoldedText>();
const MOST_FOLDED = 30_000;

function foldName(name: string): FoldedText {
  const before = folded.get(name);
  if (before) return before;
  if (folded.size >= MOST_FOLDED) folded.clear();
  const now = foldText(name.trim(), false);
  folded.set(name, now);
  return now;
}

function fitOf(name: FoldedText, words: readonly (readonly string[])[], phrase: string): number | null {
  if (name.text === phrase) return FIT.whole;
  const starts = words.map((forms) => findFolded(name, forms).map(({ start }) => start));
  const isFound = starts.every((places) => places.length > 0);
  const isAtWords = isFound && starts.every((places) => places.some((at) => startsWord(name.original, at)));
  if (isAtWords) return name.text.startsWith(phrase) ? FIT.start : FIT.words;
  if (words.length === 1 && areBeginnings(phrase, wordsOf(name.text))) return FIT.initials;
  return isFound ? FIT.inside : null;
}

const startsWord = (text: string, at: number): boolean =>
  at === 0 || !/[\p{L}\p{N}]$/u.test(text.slice(0, at));

const wordsOf = (folded: string): string[] => foldWords(folded.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '));

/** Whether the letters are the beginnings of two or more words in order. */
function areBeginnings(letters: string, words: readonly string[]): boolean {
  const goesOn = (rest: string, from: number): boolean => {
    if (rest === '') return true;
    const word = words[from];
    if (word === undefined) return false;
    for (let taken = 1; taken <= commonLength(rest, word); taken += 1)
      if (goesOn(rest.slice(taken), from + 1)) return true;
    return word.length <= SHORT && goesOn(rest, from + 1);
  };
  return (
    letters.length > 1 && words.some((_, from) => words[from]?.[0] === letters[0] && goesOn(letters, from))
  );
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
