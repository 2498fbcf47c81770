/** The current faults, global or of one device's connection. Actions change them, the models apply them. */

export interface Weather {
  /** Probabilities per live message and receiver. */
  drop: number;
  duplicate: number;
  /** Maximum random extra delay per message, which reorders them. */
  disorderMs: number;
  /** Every join is refused, and joined lanes have been closed. */
  realtimeDown: boolean;
  /** Probability that a request, or its reply, is lost. */
  loss: number;
  /** Probability that an edge function dies before, and after, the database has committed. */
  killBefore: number;
  killAfter: number;
  databaseDelayMs: number;
  databaseDown: boolean;
  /** Probability that a request never settles, not even by its timeout. */
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

/** One device's connection. In a black hole requests time out; otherwise they fail at once. */
export interface Line {
  up: boolean;
  down: boolean;
  blackHole: boolean;
  /** Joined lanes look joined but receive nothing. */
  deaf: boolean;
  latencyMs: number;
  tokenValid: boolean;
  /** The transport that fails although the other one works. */
  refuses: 'sockets' | 'requests' | null;
  /** Number of the connection that requests now use; earlier ones are broken. */
  connection: number;
  /** Earlier connections swallow everything, instead of failing at once. */
  frozenBefore: number;
}

export const createLine = (latencyMs: number): Line => ({
  up: true,
  down: true,
  blackHole: false,
  deaf: false,
  latencyMs,
  tokenValid: true,
  refuses: null,
  connection: 0,
  frozenBefore: 0,
});

/** Requests in flight fail at once. */
export function cutConnection(line: Line): void {
  line.connection += 1;
}

/** Requests in flight are never answered. */
export function freezeConnection(line: Line): void {
  line.connection += 1;
  line.frozenBefore = line.connection;
}

/** Counters of events in a run, for the report. */
export type Counts = Record<string, number>;

export function count(counts: Counts, what: string, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
}
