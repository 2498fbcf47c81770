/** The plan of a run, derived from its number: the same number gives the same run on every machine. */
import { createDice } from '../fuzz/dice.ts';
import { CHANGES, DOCUMENTS, placesOf, type Change, type DocumentName, type Place } from './changes.ts';
import type { Line } from './slow-line.ts';

/** The other user's action after the change. */
export type Aftermath = 'nothing' | 'undo' | 'undo and redo';

export interface Plan {
  readonly seed: number;
  readonly document: DocumentName;
  readonly place: Place;
  readonly change: Change;
  readonly aftermath: Aftermath;
  readonly sentence: string;
  readonly keyMs: number;
  readonly line: Line;
  /** The change is made after this many characters have been typed. */
  readonly changeAt: number;
  readonly isOffline: boolean;
  /** A third user types elsewhere. */
  readonly isThird: boolean;
}

const SPEEDS_MS = [45, 110, 180];
const LINES: readonly Line[] = [
  { delayMs: 80, jitterMs: 0, loss: 0 },
  { delayMs: 80, jitterMs: 40, loss: 0.05 },
  { delayMs: 250, jitterMs: 0, loss: 0 },
  { delayMs: 250, jitterMs: 100, loss: 0.05 },
];
const SENTENCES = [
  'Be writes a whole sentence here!',
  'Příliš žluťoučký kůň úpěl ďábelské ódy!',
  'Ежедневно мы пишем новые слова!',
  'هذه جملة كاملة بلا انقطاع',
  'एक पूरा वाक्य यहाँ लिखा है',
  '今日は長い文章を書きます。',
  'Smile 😀 and 👩‍👩‍👧 wave!',
];

export const COMBINATIONS: readonly (readonly [Change, DocumentName, Place])[] = CHANGES.flatMap((change) =>
  change.in.flatMap((document) =>
    placesOf(document).map((place): [Change, DocumentName, Place] => [change, document, place]),
  ),
);

/** Consecutive numbers cover all combinations; the rest is random. */
export function planRun(seed: number): Plan {
  const dice = createDice(seed, 'together');
  // A prime step: sixty runs cover every change, a thousand cover every combination.
  const [change, document, place] = COMBINATIONS[(seed * 101) % COMBINATIONS.length]!;
  const sentence = dice.pick(SENTENCES);
  return {
    seed,
    document,
    place,
    change,
    sentence,
    aftermath: dice.pick(['nothing', 'nothing', 'undo', 'undo and redo'] as const),
    keyMs: dice.pick(SPEEDS_MS),
    line: dice.pick(LINES),
    changeAt: dice.whole(0, Array.from(sentence).length - 1),
    isOffline: dice.hits(0.15),
    isThird: dice.hits(0.3),
  };
}

export const describePlan = (plan: Plan): string =>
  `run ${plan.seed}: types at the ${plan.place} in ${plan.document} (${DOCUMENTS[plan.document].length} characters), ` +
  `${plan.keyMs} ms a key, ${plan.line.delayMs} ms line; the other ${plan.change.name} at character ${plan.changeAt}, then ${plan.aftermath}` +
  `${plan.isOffline ? ', offline' : ''}${plan.isThird ? ', with a third' : ''}`;
