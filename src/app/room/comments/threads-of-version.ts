/** Threads as they were when a saved state of the document was its text: those of which text lives in it. */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { countUnits, distinctUnits, followUnits, splitUnits } from '#contract/comments/follow-units.ts';
import { LiveCopies, past, type Pair } from '#contract/comments/live-copies.ts';
import { readPassages } from '#contract/comments/read-passages.ts';
import { orderUnits, paintedRanges } from '#contract/comments/text-order.ts';
import { readUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import type { Place } from './place-tracker.ts';
import type { ShownThread } from './show-threads.ts';

/** A saved state, and until when it was the text. */
export interface Moment {
  readonly seq: number;
  /** When the next change was made; infinite if there was none. */
  readonly untilMs: number;
  /** A thread to show in any case, if text of it lives. */
  readonly wanted: string | null;
}

export interface PastThread {
  /** Without what was written or resolved later. */
  readonly thread: ShownThread;
  readonly place: Place;
  /** Units that a highlight covers; none for a thread about the whole document. */
  readonly painted: readonly UnitRange[];
  /** The number of comments that were written later. */
  readonly later: number;
}

/** `placeNow`: where a thread stands in the text of today, whose units may be in the state too. */
export function threadsOfVersion(
  updates: readonly Uint8Array[],
  threads: readonly ShownThread[],
  moment: Moment,
  placeNow: (thread: ShownThread) => Place,
): readonly PastThread[] {
  const then = threads.filter((thread) => wasOpen(thread, moment));
  if (then.length === 0) return [];
  const doc = new Y.Doc();
  applyUpdates(doc, updates);
  let read: ReturnType<typeof readPassages> | null = null;
  const passages = () => (read ??= readPassages(doc));
  const found = then.flatMap((thread): PastThread[] => {
    const isWhole = thread.anchor.kind === 'document';
    const living = isWhole ? [] : livingUnits(doc, thread, placeNow(thread));
    if (!isWhole && living.length === 0) return [];
    const ordered = orderUnits(doc, living, () => passages().order);
    const painted = isWhole
      ? []
      : thread.anchor.kind === 'node'
        ? living
        : paintedRanges(passages(), ordered);
    return [{ ...asThen(thread, moment), place: { state: 'exact', ranges: ordered.ranges }, painted }];
  });
  doc.destroy();
  return found;
}

/** By the log, or for a thread that was attached to other text later, by the clock. */
function wasOpen(thread: ShownThread, { seq, untilMs, wanted }: Moment): boolean {
  if (thread.unsent !== null) return false;
  if (thread.id === wanted) return true;
  const wasThere = thread.anchor.seq <= seq || thread.created_at.getTime() <= untilMs;
  return wasThere && !(thread.is_resolved && !isResolvedAfter(thread, untilMs));
}

const isResolvedAfter = ({ resolved_at: at }: ShownThread, untilMs: number): boolean =>
  at !== null && at.getTime() > untilMs;

function asThen(thread: ShownThread, { untilMs }: Moment): Pick<PastThread, 'thread' | 'later'> {
  const comments = thread.comments.filter(
    ({ created_at: at }, number) => number === 0 || at.getTime() <= untilMs,
  );
  const later = thread.comments.length - comments.length;
  const open = { is_resolved: false, resolved_by: null, resolved_at: null };
  return { thread: { ...thread, ...(isResolvedAfter(thread, untilMs) ? open : {}), comments }, later };
}

/**
 * The chosen units or copies of them. Known are the newest copies; a state in which only an older copy lives does not show the
 * thread.
 */
function livingUnits(doc: Y.Doc, { anchor, place }: ShownThread, now: Place): readonly UnitRange[] {
  const chosen = distinctUnits(readUnits(anchor.units));
  const [newest, equal] = splitUnits(readUnits(place?.units ?? ''), countUnits(chosen));
  const copies = new LiveCopies();
  if (countUnits(newest) === countUnits(chosen)) copies.add(pairUnits(chosen, newest));
  const candidates = [chosen, place?.state === 'healed' ? equal : [], isAtText(now) ? now.ranges : []];
  for (const units of candidates) {
    const { living } = followUnits(doc, copies, units);
    if (living.length > 0) return living;
  }
  return [];
}

const isAtText = ({ state }: Place): boolean => state === 'exact' || state === 'healed';

function pairUnits(from: readonly UnitRange[], to: readonly UnitRange[]): Pair[] {
  const [old, copies] = [from, to].map((ranges) =>
    ranges.flatMap((range) => Array.from({ length: range.length }, (_, at) => past(range, at))),
  );
  return old!.flatMap((id, at): Pair[] => {
    const copy = copies![at]!;
    return id.client === copy.client && id.clock === copy.clock ? [] : [[id, copy]];
  });
}
