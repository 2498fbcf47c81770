/** Whether people would find their sentence whole, once, and the structure as the other made it. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from './plan.ts';
import { play, THIRD_WORDS, type Outcome } from './play.ts';

/** `torn`: in pieces, or in another place, or without the caret behind it, or not the same for everybody. */
export type Fault = 'torn' | 'doubled' | 'lost';

/** Null when all is as it should be. */
export const faultOf = (plan: Plan): Fault | null => judge(plan, play(plan));

function judge(plan: Plan, { documents, blocks, beforeCaret, expected }: Outcome): Fault | null {
  const { sentence, aftermath } = plan;
  const text = blocks.join('\n');
  const count = (part: string): number => text.split(part).length - 1;
  if (sentence.split(' ').some((word) => word.length > 3 && count(word) > 1)) return 'doubled';
  if (count(sentence) === 0) return hasLetters(text, sentence) ? 'torn' : 'lost';
  const isSame = documents.every((one) => isDeepStrictEqual(one, documents[0]));
  // Yjs may redo formatting that others have typed beside as something else.
  const isRedone = aftermath === 'undo and redo';
  const isPlaced = isDeepStrictEqual(placesOf(documents[0], isRedone), placesOf(expected, isRedone));
  return isSame && (isPlaced || isFree(plan)) && beforeCaret.endsWith(sentence) ? null : 'torn';
}

/**
 * Where the sentence may stand in another place than if everything had happened in turn. Of a block that was empty, an undo
 * finds nothing to take back once somebody has typed into it; text that is joined again comes to where it was before.
 */
const isFree = ({ place, change, aftermath }: Plan): boolean =>
  (place === 'empty' && aftermath !== 'nothing') ||
  (change.name === 'joins the next one to it' && aftermath === 'undo and redo');

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
function placesOf(document: object | undefined, isPlain: boolean): unknown {
  const { content = [] } = document as { content?: readonly object[] };
  const blocks = content.filter((block) => !JSON.stringify(block).includes(THIRD_WORDS));
  return isPlain ? blocks.map(withoutMarks) : blocks;
}

interface Block {
  readonly text?: string;
  readonly content?: readonly Block[];
}

/** Neighbouring texts as one. */
function withoutMarks({ content, ...block }: Block): Block {
  if (!content) return block;
  if (content.every(({ text }) => text !== undefined))
    return { ...block, text: content.map(({ text }) => text).join('') };
  return { ...block, content: content.map(withoutMarks) };
}
