/** Texts of 2,000 words as an office has them: words are as frequent as in a language, many are rare, a few are names. */
import type { DocumentNode } from '#contract/text/document-node.ts';
import { createRandom } from '../../support/random.ts';
import { paragraph } from './document-of.ts';
import { readLemmas } from './word-pairs.ts';

const WORDS = 2000;
const WORDS_OF_PARAGRAPH = 50;
const PARAGRAPHS_OF_CHAPTER = 8;
/** A language of 60,000 words: the ten most frequent ones are a fifth of each text. */
const VOCABULARY = 60_000;
const SYLLABLES = 'ba de ho ku li mo na po ra ste vy zá ři čo žen šku tro ven dlo prá'.split(' ');

export interface LongText {
  readonly title: string;
  readonly blocks: readonly DocumentNode[];
}

/** The same text for a number on each run. */
export function createLongTexts(): (number: number) => LongText {
  const forms = readLemmas('czech').flatMap((lemma) => lemma.forms);
  const wordOf = (rank: number): string => forms[rank] ?? madeUp(rank);
  return (number) => {
    const random = createRandom(number);
    const word = (): string => wordOf(Math.floor(VOCABULARY ** random()) - 1);
    const words = (count: number): string => Array.from({ length: count }, word).join(' ');
    const blocks = Array.from({ length: WORDS / WORDS_OF_PARAGRAPH }, (_, at) => [
      ...(at % PARAGRAPHS_OF_CHAPTER === 0 ? [heading(words(3))] : []),
      paragraph(`${words(WORDS_OF_PARAGRAPH)}.`),
    ]);
    return { title: words(4), blocks: blocks.flat() };
  };
}

const heading = (text: string): DocumentNode => ({
  ...paragraph(text),
  type: 'heading',
  attrs: { level: 2 },
});

/** A word that stands for a rare one; each number has its own. */
function madeUp(rank: number): string {
  let rest = rank;
  let word = '';
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length]!;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
}
