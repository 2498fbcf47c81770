/** Checks that the sentence is whole, occurs once, and that the structure is as the other user changed it. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from './plan.ts';
import { play, THIRD_WORDS, type Outcome } from './play.ts';

/** `torn`: in pieces, in the wrong place, without the caret after it, or different between users. */
export type Fault = 'torn' | 'doubled' | 'lost';

/** Null if the run is correct. */
export const faultOf = (plan: Plan): Fault | null => judge(plan, play(plan));

function judge(plan: Plan, { documents, blocks, beforeCaret, expected }: Outcome): Fault | null {
  const { sentence, aftermath } = plan;
  const text = blocks.join('\n');
  const count = (part: string): number => text.split(part).length - 1;
  if (sentence.split(' ').some((word) => word.length > 3 && count(word) > 1)) return 'doubled';
  if (count(sentence) === 0) return hasLetters(text, sentence) ? 'torn' : 'lost';
  const isSame = documents.every((one) => isDeepStrictEqual(one, documents[0]));
  // Yjs may redo formatting differently next to text that was typed since.
  const isRedone = aftermath === 'undo and redo';
  const isPlaced = isDeepStrictEqual(placesOf(documents[0], isRedone), placesOf(expected, isRedone));
  return isSame && (isPlaced || isFree(plan)) && beforeCaret.endsWith(sentence) ? null : 'torn';
}

/**
 * Whether the sentence may end up elsewhere than if everything had happened in turn. In a block that was empty, an undo
 * finds nothing to revert once text has been typed into it. Text that is joined again goes to its earlier place.
 */
const isFree = ({ place, change, aftermath }: Plan): boolean =>
  (place === 'empty' && aftermath !== 'nothing') ||
  (change.name === 'joins the next one to it' && aftermath === 'undo and redo');

/** Whether every character occurs as often as it was typed. */
function hasLetters(text: string, sentence: string): boolean {
  const left = Array.from(text);
  return Array.from(sentence).every((letter) => {
    const at = left.indexOf(letter);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** Ignores blocks of the third user: they may come before or after a block that the other user added. */
function placesOf(document: object | undefined, isPlain: boolean): unknown {
  const { content = [] } = document as { content?: readonly object[] };
  const blocks = content.filter((block) => !JSON.stringify(block).includes(THIRD_WORDS));
  return isPlain ? blocks.map(withoutMarks) : blocks;
}

interface Block {
  readonly text?: string;
  readonly content?: readonly Block[];
}

/** Joins neighbouring texts, without their marks. */
function withoutMarks({ content, ...block }: Block): Block {
  if (!content) return block;
  if (content.every(({ text }) => text !== undefined))
    return { ...block, text: content.map(({ text }) => text).join('') };
  return { ...block, content: content.map(withoutMarks) };
}
