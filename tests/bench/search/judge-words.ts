/** How many forms of a word are found by another form of it, and how many other words are found with them. */
import { foldLetters } from '#contract/search/fold-letters.ts';
import { stemsOf } from '#contract/search/stem-word.ts';
import { plain } from './read-queries.ts';
import {
  pairsAcross,
  pairsWithin,
  pickWithin,
  readLemmas,
  readUnlike,
  type Lemma,
  type Pair,
} from './word-pairs.ts';

export interface WordFigures {
  readonly lemmas: number;
  /** Of forms of one lemma, the mean of all lemmas. */
  readonly recall: number;
  /** The same of nouns and adjectives alone, and of verbs. */
  readonly recallOfDeclined: number;
  readonly recallOfConjugated: number;
  /** Of all pairs of forms: words with many forms weigh more. */
  readonly recallOfPairs: number;
  /** Of as many random pairs of one lemma as of different ones. */
  readonly precision: number;
  /** Of words that look alike, which share is found by mistake; 0 without such a list. */
  readonly confused: number;
  /** Pairs of one lemma that did not match: written, asked. */
  readonly lost: readonly Pair[];
  /** Pairs of different lemmas that matched. */
  readonly mistaken: readonly Pair[];
}

const RANDOM_PAIRS = 2000;

export const TYPINGS = ['as written', 'without accents'] as const;
export type Typing = (typeof TYPINGS)[number];

/** The text is known to be Czech, as a block of it is, but a query may be of any language. */
function finds(typing: Typing): (pair: Pair) => boolean {
  const written = keep((word) => new Set([`x:${foldLetters(word)}`, ...stemsOf(word, 'cs')]));
  const asked = keep((word) => {
    const typed = typing === 'as written' ? word : plain(word);
    return [`x:${foldLetters(typed)}`, ...stemsOf(typed, null)];
  });
  return ([one, other]) => asked(other).some((stem) => written(one).has(stem));
}

/** Each word is in many pairs. */
function keep<T>(read: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const value = known.get(word) ?? read(word);
    known.set(word, value);
    return value;
  };
}

const share = (pairs: readonly Pair[], isMet: (pair: Pair) => boolean): number =>
  pairs.filter(isMet).length / pairs.length;

const bothWays = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.flatMap(([a, b]): Pair[] => [
    [a, b],
    [b, a],
  ]);

export function judgeWords(language: 'czech' | 'slovak', typing: Typing): WordFigures {
  const isFound = finds(typing);
  const lemmas = readLemmas(language);
  const within = (lemma: Lemma): readonly Pair[] => bothWays(pairsWithin(lemma));
  const shares = new Map(lemmas.map((lemma) => [lemma, share(within(lemma), isFound)]));
  const recallOf = (some: readonly Lemma[]): number =>
    some.reduce((sum, lemma) => sum + shares.get(lemma)!, 0) / some.length;
  const isVerb = ({ pattern }: Lemma): boolean => pattern.startsWith('verbs');
  const all = lemmas.flatMap(within);
  const right = pickWithin(lemmas, RANDOM_PAIRS).filter(isFound).length;
  const wrong = pairsAcross(lemmas, RANDOM_PAIRS).filter(isFound);
  const unlike = language === 'czech' ? bothWays(readUnlike()) : [];
  const confused = unlike.filter(isFound);
  return {
    lemmas: lemmas.length,
    recall: recallOf(lemmas),
    recallOfDeclined: recallOf(lemmas.filter((lemma) => !isVerb(lemma))),
    recallOfConjugated: recallOf(lemmas.filter(isVerb)),
    recallOfPairs: share(all, isFound),
    precision: right / (right + wrong.length),
    confused: confused.length / Math.max(unlike.length, 1),
    lost: all.filter((pair) => !isFound(pair)),
    mistaken: [...wrong, ...confused],
  };
}
