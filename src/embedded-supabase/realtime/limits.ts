/** Rates, counted as Supabase does. Pure: callers pass the time. */

const BUCKET_MS = 5_000;
const MAX_BUCKETS = 12;

/**
 * A project-wide rate: events per second, averaged over the closed 5-second buckets of the last minute (fewer when
 * counting began later). An event therefore appears up to 5 seconds late, and is gone after a minute.
 */
export interface RateWindow {
  add(events: number, nowMs: number): void;
  perSecond(nowMs: number): number;
}

export function createRateWindow(startMs: number): RateWindow {
  let buckets: number[] = [];
  let current = 0;
  let bucketEndsMs = startMs + BUCKET_MS;
  let average = 0;

  function roll(nowMs: number): void {
    if (nowMs < bucketEndsMs) return;
    const closed = Math.floor((nowMs - bucketEndsMs) / BUCKET_MS) + 1;
    const silent = Math.min(closed - 1, MAX_BUCKETS);
    buckets = [...buckets, current, ...Array.from({ length: silent }, () => 0)].slice(-MAX_BUCKETS);
    current = 0;
    bucketEndsMs += closed * BUCKET_MS;
    const total = buckets.reduce((sum, events) => sum + events, 0);
    average = (total * 1_000) / (buckets.length * BUCKET_MS);
  }

  return {
    add(events, nowMs) {
      roll(nowMs);
      current += events;
    },
    perSecond(nowMs) {
      roll(nowMs);
      return average;
    },
  };
}

/** One client's allowance: a number of calls in a window that begins with the first of them. */
export interface CallWindow {
  /** Counts one call; false when it exceeds the allowance. */
  take(nowMs: number): boolean;
}

export function createCallWindow(maxCalls: number, windowMs: number): CallWindow {
  let calls = 0;
  let endsMs = 0;
  return {
    take(nowMs) {
      if (nowMs >= endsMs) {
        calls = 0;
        endsMs = nowMs + windowMs;
      }
      calls += 1;
      return calls <= maxCalls;
    },
  };
}
