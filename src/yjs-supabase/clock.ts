/** Time and chance, passed in so that the same code runs in a simulator. */

export interface Clock {
  /** Milliseconds since any fixed moment; only differences are used. */
  nowMs(): number;
  /** Runs once after a delay; the returned function cancels. */
  startTimer(delayMs: number, run: () => void): () => void;
}

export interface Random {
  /** A number in [0, 1). */
  chance(): number;
  bytes(length: number): Uint8Array;
}

/**
 * Time that never goes back and counts sleep. The clock on the wall may be put back, with which a request would seem to
 * have begun in the future and never time out: then the one that only runs says how much has passed at least. It stands
 * still while a computer sleeps, and is not asked otherwise.
 */
export function createSteadyTime(wallMs: () => number, runningMs: () => number): () => number {
  let wall = wallMs();
  let nowMs = wall;
  let aheadMs = nowMs - runningMs();
  const catchUp = (): void => {
    const running = runningMs();
    nowMs = Math.max(nowMs, aheadMs + running);
    aheadMs = nowMs - running;
  };
  return () => {
    const next = wallMs();
    if (next < wall) catchUp();
    else nowMs += next - wall;
    wall = next;
    return nowMs;
  };
}

/** The moment of one step: the clock is read when the step asks for it, which one that only shows a change does not. */
export class StepMoment {
  readonly chance: number;
  readonly #clock: Clock;
  #nowMs: number | null = null;

  constructor(clock: Clock, chance: number) {
    this.#clock = clock;
    this.chance = chance;
  }

  get nowMs(): number {
    this.#nowMs ??= this.#clock.nowMs();
    return this.#nowMs;
  }
}

interface Timer {
  /** When it is to fire. */
  dueMs: number;
  /** When the host wakes it, to fire or to go on waiting. */
  readonly wakesAtMs: number;
  readonly cancel: () => void;
}

/**
 * One timer for each name: starting it again starts it anew. What is put off by every keystroke does not ask the host for a
 * timer each time, which costs more than all else that a keystroke leaves to be done: it looks at the clock when it wakes.
 */
export function createTimers<Name>(clock: Clock, onTimer: (name: Name) => void) {
  const running = new Map<Name, Timer>();
  const stop = (name: Name): void => {
    running.get(name)?.cancel();
    running.delete(name);
  };
  const start = (name: Name, delayMs: number): void => {
    const before = running.get(name);
    const dueMs = clock.nowMs() + delayMs;
    if (before && before.wakesAtMs <= dueMs) {
      before.dueMs = dueMs;
      return;
    }
    before?.cancel();
    const wake = (): void => {
      running.delete(name);
      const leftMs = timer.dueMs > dueMs ? timer.dueMs - clock.nowMs() : 0;
      if (leftMs > 0) start(name, leftMs);
      else onTimer(name);
    };
    const timer: Timer = { dueMs, wakesAtMs: dueMs, cancel: clock.startTimer(delayMs, wake) };
    running.set(name, timer);
  };
  return { start, stop };
}

export const hostClock: Clock = {
  nowMs: createSteadyTime(
    () => Date.now(),
    () => performance.now(),
  ),
  startTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export const hostRandom: Random = {
  chance: () => Math.random(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
