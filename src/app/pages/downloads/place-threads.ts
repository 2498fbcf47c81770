import type * as Y from 'yjs';
import { readPassages } from '#contract/comments/read-passages.ts';
import { paintedRanges } from '#contract/comments/text-order.ts';
import type { Thread } from '#contract/comments/thread.ts';
import type { PlaceTracker } from '../../room/comments/place-tracker.ts';
import type { PlacedThread } from './write-leaving.ts';

/** Threads of an open document, with the units that their highlights cover. */
export function placeThreads(
  doc: Y.Doc,
  threads: readonly Thread[],
  tracker: PlaceTracker,
): readonly PlacedThread[] {
  const passages = readPassages(doc);
  return threads.map((thread) => {
    const { state, ranges, apart = [] } = tracker.placeOf(thread);
    const isHere = thread.anchor.kind !== 'document' && (state === 'exact' || state === 'healed');
    if (!isHere) return { thread, ranges: [] };
    return {
      thread,
      ranges: thread.anchor.kind === 'node' ? ranges : paintedRanges(passages, { ranges, apart }),
    };
  });
}
