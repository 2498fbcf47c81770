/** A clock that only `advance` moves. */
import type { Clock } from '../../src/yjs-supabase/src/ports/clock.ts';

export interface TestClock extends Clock {
  /** Advances the time. Runs due timers in order, and after each the pending microtasks and `between`. */
  advance(durationMs: number): Promise<void>;
}

export function createTestClock(between: () => void = () => undefined): TestClock {
  let nowMs = 1_000_000;
  const timers = new Set<{ dueMs: number; run: () => void }>();

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    between();
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  }

  return {
    nowMs: () => nowMs,
    startTimer: (delayMs, run) => {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (durationMs) => {
      const endMs = nowMs + durationMs;
      await settle();
      for (;;) {
        const due = [...timers].filter((timer) => timer.dueMs <= endMs);
        const next = due.reduce<(typeof due)[number] | null>(
          (first, timer) => (first === null || timer.dueMs < first.dueMs ? timer : first),
          null,
        );
        if (!next) break;
        timers.delete(next);
        nowMs = Math.max(nowMs, next.dueMs);
        next.run();
        await settle();
      }
      nowMs = endMs;
      await settle();
    },
  };
}
