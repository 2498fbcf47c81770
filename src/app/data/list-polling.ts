/** When the list of documents is read again. */
import type { Clock } from '#yjs-supabase/clock';

/** Without the user's topic, which tells of changes. */
export const UNTOLD_MS = 20_000;
/** Nothing tells that a face has gone. */
const WITH_FACES_MS = 60_000;
/** The server tells people who read their list in the last six minutes (`schemas/open_lists.sql`). */
const SURE_MS = 300_000;
/** Longer lists are read again only on focus. */
const LONG_LIST = 500;

interface Listed {
  readonly here: readonly unknown[];
}

export function listPollMs(documents: readonly Listed[] | undefined, isTold: boolean): number | false {
  if (documents && documents.length > LONG_LIST) return false;
  if (!isTold) return UNTOLD_MS;
  return documents?.some(({ here }) => here.length > 0) ? WITH_FACES_MS : SURE_MS;
}

/** A change is read at once, and a busy document costs no more than polling does. */
export const LIST_PACE: Pace = { gapMs: 3000, burst: 3, refillMs: UNTOLD_MS };

export interface Pace {
  /** Between two runs. */
  readonly gapMs: number;
  /** So many runs may follow each other in this gap; then one more every `refillMs`. */
  readonly burst: number;
  readonly refillMs: number;
}

/** Runs at once if it may, else when it may. Calls that wait are one; the last is never lost. */
export function paced({ gapMs, burst, refillMs }: Pace, clock: Clock, run: () => void): () => void {
  let lastMs = -Infinity;
  /** The time at which all runs are free again. */
  let fullMs = -Infinity;
  let isWaiting = false;
  const now = (): void => {
    isWaiting = false;
    lastMs = clock.nowMs();
    fullMs = Math.max(fullMs, lastMs) + refillMs;
    run();
  };
  return () => {
    if (isWaiting) return;
    const leftMs = Math.max(lastMs + gapMs, fullMs - (burst - 1) * refillMs) - clock.nowMs();
    if (leftMs <= 0) return now();
    isWaiting = true;
    clock.startTimer(leftMs, now);
  };
}
