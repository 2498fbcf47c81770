/** The totals of many runs; each run is added when it ends. */
import { count, type Counts } from './model/weather.ts';
import type { RunResult } from './run-plan.ts';

export interface FailedSeed {
  readonly seed: number;
  readonly oracle: string;
  readonly detail: string;
  readonly atMs: number;
  /** The smallest plan found that breaks the same invariant. */
  readonly trace: string | null;
}

export interface Summary {
  readonly commit: string;
  /** Completed runs. */
  readonly seeds: number;
  readonly isCancelled: boolean;
  readonly simulatedHours: number;
  readonly wallMs: number;
  readonly cores: number;
  /** Edits, rows, and how often each fault was injected. */
  readonly counts: Counts;
  readonly failures: readonly FailedSeed[];
  /** Digest of each seed's run: unchanged as long as the code that it runs is. */
  readonly traces: Readonly<Record<number, string>>;
}

export interface Tally {
  seeds: number;
  simulatedMs: number;
  readonly counts: Counts;
  readonly failed: FailedSeed[];
  readonly traces: Record<number, string>;
}

export const createTally = (): Tally => ({ seeds: 0, simulatedMs: 0, counts: {}, failed: [], traces: {} });

export function addResult(tally: Tally, result: RunResult): void {
  tally.seeds += 1;
  tally.simulatedMs += result.simulatedMs;
  count(tally.counts, 'rows', result.rows);
  for (const [what, times] of Object.entries(result.counts)) count(tally.counts, what, times);
  tally.traces[result.seed] = result.trace;
  const [first] = result.failures;
  if (first) tally.failed.push({ seed: result.seed, ...first, trace: null });
}

/** A run whose thread died. */
export function addDeath(tally: Tally, seed: number, detail: string): void {
  tally.failed.push({ seed, oracle: 'ends', detail, atMs: 0, trace: null });
}

export const hoursOf = (tally: Tally): number => tally.simulatedMs / 3_600_000;
