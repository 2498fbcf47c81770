/** What many runs together amount to. */
import { count, type Counts } from './model/weather.ts';
import type { RunResult } from './run-plan.ts';

export interface FailedSeed {
  readonly seed: number;
  readonly oracle: string;
  readonly detail: string;
  readonly atMs: number;
  /** The smallest plan that was found to break the same promise. */
  readonly trace: string | null;
}

export interface Summary {
  readonly commit: string;
  readonly seeds: number;
  readonly simulatedHours: number;
  readonly wallMs: number;
  readonly cores: number;
  /** Edits, rows, and how often each fault was injected. */
  readonly counts: Counts;
  readonly failures: readonly FailedSeed[];
}

export function summarise(run: {
  readonly results: readonly RunResult[];
  readonly failed: readonly FailedSeed[];
  readonly wallMs: number;
  readonly cores: number;
  readonly commit: string;
}): Summary {
  const counts: Counts = {};
  let simulatedMs = 0;
  for (const result of run.results) {
    simulatedMs += result.simulatedMs;
    count(counts, 'rows', result.rows);
    for (const [what, times] of Object.entries(result.counts)) count(counts, what, times);
  }
  return {
    commit: run.commit,
    seeds: run.results.length,
    simulatedHours: simulatedMs / 3_600_000,
    wallMs: run.wallMs,
    cores: run.cores,
    counts,
    failures: run.failed,
  };
}
