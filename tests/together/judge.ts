/** Whether people would find their sentence whole. */
import { isDeepStrictEqual } from 'node:util';
import { THIRD_WORDS, type Outcome } from './play.ts';
import type { Plan } from './plan.ts';

export type Fault = 'torn' | 'doubled' | 'lost' | 'misplaced' | 'different';

/** Null when all is as it should be. */
export function judge({ sentence }: Plan, outcome: Outcome): Fault | null {
  const { documents, blocks, beforeCaret, expected } = outcome;
  const text = blocks.join('\n');
  const words = sentence.split(' ');
  const count = (part: string): number => text.split(part).length - 1;
  if (words.some((word) => word.length > 3 && count(word) > 1)) return 'doubled';
  if (count(sentence) === 0) return hasLetters(text, sentence) ? 'torn' : 'lost';
  if (!beforeCaret.endsWith(sentence)) return 'misplaced';
  if (documents.some((one) => !isDeepStrictEqual(one, documents[0]))) return 'different';
  // What a third person puts below stands before or behind what the other put there: both are right.
  return isDeepStrictEqual(withoutThird(documents[0]), withoutThird(expected)) ? null : 'misplaced';
}

/** Whether every letter stands somewhere, as often as it was typed. */
function hasLetters(text: string, sentence: string): boolean {
  const left = [...text];
  return [...sentence].every((letter) => {
    const at = left.indexOf(letter);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

const withoutThird = (document: object | undefined): unknown => {
  const { content = [] } = document as { content?: readonly object[] };
  return content.filter((block) => !JSON.stringify(block).includes(THIRD_WORDS));
};
