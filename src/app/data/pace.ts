/** How often something runs that is asked for again and again. */
import type { Clock } from '#yjs-supabase/clock';
import { UNTOLD_MS } from './list-polling.ts';

export interface Pace {
  /** Between two runs. */
  readonly gapMs: number;
  /** So many runs may follow each other in this gap; then one more every `refillMs`. */
  readonly burst: number;
  readonly refillMs: number;
}

/** A change is read at once, and a busy document costs no more than polling does. */
export const LIST_PACE: Pace = { gapMs: 3000, burst: 3, refillMs: UNTOLD_MS };

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
