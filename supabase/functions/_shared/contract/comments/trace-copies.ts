/** Finds in rows of a log which units are copies of which: as a restore wrote them, as pages declared them, or as they are found. */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from '../authorship/causal-order.ts';
import { FoundCopies } from '../authorship/found-copies.ts';
import { inOrder, type HeirRange } from '../authorship/heir-ranges.ts';
import { isLost, isSame } from '../authorship/heirs.ts';
import { itemAt, LiveCopies, past, type Pair } from './live-copies.ts';

export interface TracedRow extends LoggedUpdate {
  readonly seq: number;
  /** The server wrote the heirs of a restore: they are believed where the text before can no longer be read. */
  readonly isRestore: boolean;
}

export type Deletions = Pick<Y.Transaction, 'deleteSet' | 'beforeState'>;

export interface TracedCopies {
  readonly doc: Y.Doc;
  readonly copies: LiveCopies;
  /** The deletions of each row, and the clocks before it. */
  readonly deletions: readonly Deletions[];
  /** Text came back that a restore names; the rows may not show which other text it stands for. */
  readonly isRestored: boolean;
  /** Text from before the first row came back; without the earlier rows it is not known from where. */
  readonly isShort: boolean;
}

/** `onRow` is called with the document after each row, and the seq up to which it has all rows. False ends the search: null. */
export function traceCopies(
  state: readonly Uint8Array[],
  rows: readonly TracedRow[],
  onRow: (doc: Y.Doc, seq: number) => boolean = () => true,
  onStart: (doc: Y.Doc) => void = () => undefined,
): TracedCopies | null {
  const doc = new Y.Doc({ gc: false });
  applyUpdates(doc, state);
  onStart(doc);
  const copies = new LiveCopies();
  const found = new FoundCopies();
  const deletions: Deletions[] = [];
  let [isRestored, isShort] = [false, false];
  let change: (Change & TracedRow) | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (change === null) return;
    const { deleteSet, beforeState } = transaction;
    if (deleteSet.clients.size > 0) deletions.push({ deleteSet, beforeState });
    copies.add(found.enter(transaction, change));
    if (!change.isRestore || change.client === null) return;
    const restored = restoredPairs(doc, change.client, change.heirs ?? []);
    copies.add(restored);
    isRestored ||= restored.length > 0;
    isShort ||= restored.some(([from]) => !isReadable(itemAt(doc, from)));
  });
  const waiting = new Set(rows.map(({ seq }) => seq));
  for (const next of inCausalOrder(doc, rows)) {
    change = next as Change & TracedRow;
    applyUpdates(doc, [change.update]);
    waiting.delete(change.seq);
    const [first = Infinity] = waiting;
    if (!onRow(doc, first - 1)) return null;
  }
  return { doc, copies, deletions, isRestored, isShort: isShort || found.isShort };
}

/** Of a part that was restored while the same text is there elsewhere, the second copy waits (`live-copies.ts`). */
const restoredPairs = (doc: Y.Doc, client: number, heirs: readonly HeirRange[]): readonly Pair[] =>
  inOrder(heirs).flatMap(({ clock, from, length }) => {
    const end = Math.min(clock + length, Y.getState(doc.store, client));
    return Array.from({ length: Math.max(0, end - clock) }, (_, at): Pair => [
      past(from, at),
      { client, clock: clock + at },
    ]).filter(([old, to]) => {
      const [before, now] = [itemAt(doc, old), itemAt(doc, to)];
      // A page chose the heirs of a restored part: where the text can be read, it must be the same, and deleted.
      if (!isReadable(before)) return now !== null;
      return before.deleted && now !== null && isSame(before, old, now, to);
    });
  });

const isReadable = (item: Y.Item | null): item is Y.Item => item !== null && !isLost(item);
