/** Time and randomness, injected so that the same code runs in a simulator. */

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
 * Time that never goes back and includes sleep. If the wall clock is set back, a request would seem to have started in the
 * future and never time out. Then the monotonic clock supplies the elapsed time. It is used only then, because it stops while
 * a computer sleeps.
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

/** The moment of one step. Reads the clock lazily: a step that only renders an update never needs it. */
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
  /** The time at which it should fire. */
  dueMs: number;
  /** The time at which the host's timer fires; if that is before `dueMs`, the timer is started again. */
  readonly wakesAtMs: number;
  readonly cancel: () => void;
}

/**
 * One timer for each name; starting it again restarts it. A timer that every keystroke postpones does not request a new
 * host timer each time, which would be the most expensive part of a keystroke. It checks the clock when the host timer
 * fires.
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
