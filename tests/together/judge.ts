/** Whether people would find their sentence whole, once, and the structure as the other made it. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from './plan.ts';
import { play, THIRD_WORDS, type Outcome } from './play.ts';

/** `torn`: in pieces, or in another place, or without the caret behind it, or not the same for everybody. */
export type Fault = 'torn' | 'doubled' | 'lost';

/** Null when all is as it should be. */
export const faultOf = (plan: Plan): Fault | null => judge(plan, play(plan));

function judge({ sentence }: Plan, { documents, blocks, beforeCaret, expected }: Outcome): Fault | null {
  const text = blocks.join('\n');
  const count = (part: string): number => text.split(part).length - 1;
  if (sentence.split(' ').some((word) => word.length > 3 && count(word) > 1)) return 'doubled';
  if (count(sentence) === 0) return hasLetters(text, sentence) ? 'torn' : 'lost';
  const isSame = documents.every((one) => isDeepStrictEqual(one, documents[0]));
  const isPlaced = isDeepStrictEqual(withoutThird(documents[0]), withoutThird(expected));
  return isSame && isPlaced && beforeCaret.endsWith(sentence) ? null : 'torn';
}

/** Whether every letter stands somewhere, as often as it was typed. */
function hasLetters(text: string, sentence: string): boolean {
  const left = Array.from(text);
  return Array.from(sentence).every((letter) => {
    const at = left.indexOf(letter);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** What a third person puts below stands before or behind what the other put there: both are right. */
const withoutThird = (document: object | undefined): unknown => {
  const { content = [] } = document as { content?: readonly object[] };
  return content.filter((block) => !JSON.stringify(block).includes(THIRD_WORDS));
};
