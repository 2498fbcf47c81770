/** Reads what a person typed into the search box. */
import { cutText } from '../cut-text.ts';
import { stemsOf } from './stem-word.ts';
import { isRun, wordsOf, type Word } from './words-of.ts';

export interface SearchedWord {
  readonly exact: string;
  /** Null without accents. */
  readonly accented: string | null;
  readonly stems: readonly string[];
  /** Words that begin with it count too. */
  readonly isBeginning: boolean;
  readonly place: number;
}

/** All parts of it are searched, or its parts written as one. A phrase is searched word after word. */
export interface Term {
  readonly parts: readonly SearchedWord[];
  readonly joined: SearchedWord | null;
  readonly isPhrase: boolean;
}

const MOST_LETTERS = 200;
const MOST_WORDS = 12;

const SEGMENT = /["„“”«»]([^"„“”«»]*)["„“”«»]?|[^"„“”«»]+/g;

/** Words that nearly every text has. A search for others does without them. */
const SMALL = new Set(
  (
    'a i o u k s v z na do od po za ze ve ke se si je že to by nebo ale pro při pri sa so zo vo nie či pre ' +
    'the of and or in on at to is it an for by as der die das und oder im in zu ein eine mit von'
  ).split(' '),
);

export function readQuery(text: string): readonly Term[] {
  const bounded = cutText(text, MOST_LETTERS);
  const terms: Term[] = [];
  for (const { 0: segment, 1: quoted } of bounded.matchAll(SEGMENT))
    terms.push(...(quoted === undefined ? readWords(segment) : readPhrase(quoted)));
  const telling = terms.filter(isTelling);
  const left = bound(telling.length > 0 ? telling : terms);
  const [only, ...more] = left;
  return only !== undefined && more.length === 0 && isLetter(only) ? [] : left;
}

export const isSmall = (exact: string): boolean => SMALL.has(exact);

const isTelling = ({ parts, isPhrase }: Term): boolean =>
  isPhrase || parts.length > 1 || parts[0]!.isBeginning || !isSmall(parts[0]!.exact);

const isLetter = ({ parts }: Term): boolean => parts.length === 1 && /^[a-z]$/.test(parts[0]!.exact);

function bound(terms: readonly Term[]): readonly Term[] {
  let words = 0;
  return terms.filter(({ parts }) => (words += parts.length) <= MOST_WORDS);
}

function readWords(text: string): readonly Term[] {
  const words = wordsOf(text).filter(isSearched);
  const last = /\s$/u.test(text) ? undefined : words.at(-1);
  const read = (word: Word): SearchedWord => ({
    exact: word.exact,
    accented: word.accented === word.exact ? null : word.accented,
    stems: stemsOf(word.accented, null),
    isBeginning: last !== undefined && word.to === last.to && isBeginning(word.exact),
    place: word.place,
  });
  const terms: Term[] = [];
  for (const word of words) {
    if (word.parts === 1) terms.push({ parts: [read(word)], joined: null, isPhrase: false });
    else {
      const parts = terms.splice(-word.parts).flatMap((term) => term.parts);
      terms.push({ parts, joined: read(word), isPhrase: false });
    }
  }
  return terms;
}

/** A single letter begins too many words. */
const isBeginning = (exact: string): boolean => exact.length > 1 || isRun(exact);

/** The last character of a run stands in the pair before it. */
function isSearched(word: Word, at: number, words: readonly Word[]): boolean {
  return !isRun(word.exact) || words[at - 1]?.to !== word.to;
}

function readPhrase(text: string): readonly Term[] {
  const parts = wordsOf(text)
    .filter(isSearched)
    .filter((word) => word.parts === 1)
    .slice(0, MOST_WORDS)
    .map(({ exact, place }): SearchedWord => ({
      exact,
      accented: null,
      stems: [],
      isBeginning: false,
      place,
    }));
  return parts.length === 0 ? [] : [{ parts, joined: null, isPhrase: true }];
}
