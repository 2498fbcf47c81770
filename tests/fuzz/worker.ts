/** Runs plans. A thread of the crew loads this module, bundled into one file. */
import { describeTrace, minimise } from './minimise.ts';
import { makePlan, type Focus } from './plan.ts';
import { runPlan, type RunResult } from './run-plan.ts';

export type Job =
  | { readonly kind: 'run'; readonly seed: number; readonly focus: Focus | null }
  | {
      readonly kind: 'minimise';
      readonly seed: number;
      readonly focus: Focus | null;
      readonly oracle: string;
    };
export type Answer =
  | { readonly kind: 'ran'; readonly result: RunResult; readonly wallMs: number }
  | { readonly kind: 'minimised'; readonly trace: string }
  /** From the crew: the thread timed out or crashed. */
  | { readonly kind: 'died'; readonly reason: string };

const LIMITS = { runs: 200, wallMs: 60_000 };

export function take(job: Job): Answer {
  const plan = makePlan(job.seed, job.focus);
  if (job.kind === 'minimise')
    return { kind: 'minimised', trace: describeTrace(minimise(plan, job.oracle, LIMITS)) };
  const startedMs = performance.now();
  // For a mutant one failure is enough.
  const result = runPlan(plan, (failures) => job.focus !== null && failures.length > 0);
  return { kind: 'ran', result, wallMs: performance.now() - startedMs };
}
