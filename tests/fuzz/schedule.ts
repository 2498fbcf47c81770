/** Virtual time: callbacks run in the order of their due times, without a real clock. */

interface Appointment {
  readonly dueMs: number;
  readonly order: number;
  run: (() => void) | null;
}

export interface Schedule {
  nowMs(): number;
  /**
   * Runs once after a delay; the returned function cancels. Callbacks with equal times run in the order of their
   * creation.
   */
  after(delayMs: number, run: () => void): () => void;
  /** Advances time to a moment, callbacks of that moment included, or until `isEnough`. */
  runUntil(endMs: number, isEnough?: () => boolean): void;
}

/** `onRun` is called before each callback. */
export function createSchedule(onRun: (atMs: number) => void = () => undefined): Schedule {
  let nowMs = 0;
  let order = 0;
  const heap: Appointment[] = [];
  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => {
      const appointment: Appointment = { dueMs: nowMs + Math.max(0, delayMs), order: (order += 1), run };
      push(heap, appointment);
      return () => {
        appointment.run = null;
      };
    },
    runUntil: (endMs, isEnough = () => false) => {
      for (let next = heap[0]; next && next.dueMs <= endMs; next = heap[0]) {
        pop(heap);
        if (!next.run) continue;
        nowMs = next.dueMs;
        onRun(nowMs);
        next.run();
        if (isEnough()) return;
      }
      nowMs = endMs;
    },
  };
}

const isBefore = (a: Appointment, b: Appointment): boolean =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);

function push(heap: Appointment[], added: Appointment): void {
  let at = heap.length;
  heap.push(added);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above]!;
    if (!isBefore(added, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = added;
}

function pop(heap: Appointment[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let below = at * 2 + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
    if (!isBefore(heap[below]!, last)) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = last;
}
