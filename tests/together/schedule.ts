/** Virtual time: callbacks run in the order of their times, without waiting. */
export interface Schedule {
  nowMs(): number;
  after(delayMs: number, act: () => void): void;
  /** Runs until the queue is empty. */
  run(): void;
}

export function createSchedule(): Schedule {
  let nowMs = 0;
  let planned: readonly { readonly atMs: number; readonly act: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    after: (delayMs, act) => {
      const entry = { atMs: nowMs + delayMs, act };
      const place = planned.findIndex(({ atMs }) => atMs > entry.atMs);
      planned = place < 0 ? [...planned, entry] : planned.toSpliced(place, 0, entry);
    },
    run: () => {
      for (let [next] = planned; next; [next] = planned) {
        planned = planned.slice(1);
        nowMs = next.atMs;
        next.act();
      }
    },
  };
}
