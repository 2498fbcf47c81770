/** What goes wrong at the moment, for everybody or on one person's line. Faults change it, the models obey it. */

export interface Weather {
  /** Probabilities per live message and receiver. */
  drop: number;
  duplicate: number;
  /** Extra delay of up to this long, drawn per message: what was sent first may arrive last. */
  disorderMs: number;
  /** Nothing joins, everything joined has been closed. */
  realtimeDown: boolean;
  /** Probability that a request, or its reply, gets lost on the way. */
  loss: number;
  /** Probability that an edge function dies before, and after, the database has committed. */
  killBefore: number;
  killAfter: number;
  databaseDelayMs: number;
  databaseDown: boolean;
  /** Probability that a request is never answered at all, not even by its own time limit. */
  hang: number;
}

export const createWeather = (): Weather => ({
  drop: 0,
  duplicate: 0,
  disorderMs: 0,
  realtimeDown: false,
  loss: 0,
  killBefore: 0,
  killAfter: 0,
  databaseDelayMs: 0,
  databaseDown: false,
  hang: 0,
});

/** One device's connection. A black hole answers nothing; otherwise requests fail at once. */
export interface Line {
  up: boolean;
  down: boolean;
  blackHole: boolean;
  /** Joined lanes hear nothing although they look well. */
  deaf: boolean;
  latencyMs: number;
  tokenValid: boolean;
}

export const createLine = (latencyMs: number): Line => ({
  up: true,
  down: true,
  blackHole: false,
  deaf: false,
  latencyMs,
  tokenValid: true,
});

/** What was done to a run, for the report. */
export type Counts = Record<string, number>;

export function count(counts: Counts, what: string, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
}
