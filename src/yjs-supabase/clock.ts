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

export const hostClock: Clock = {
  nowMs: () => Date.now(),
  startTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export const hostRandom: Random = {
  chance: () => Math.random(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
