/** One run from beginning to end. */
import { heal, schedulePlan } from './act.ts';
import { checkEnd } from './check.ts';
import { endPage } from './page.ts';
import type { Plan } from './plan.ts';
import type { Failure } from './truth.ts';
import type { Counts } from './model/weather.ts';
import { createWorld, type World } from './world.ts';

export interface RunResult {
  readonly seed: number;
  readonly simulatedMs: number;
  readonly failures: readonly Failure[];
  readonly counts: Counts;
  /** How long after the end of the faults the last page agreed with the log. */
  readonly rows: number;
}

/** The promise: half a minute after the last fault everybody sees the same. */
export const HEAL_MS = 30_000;

export function runPlan(plan: Plan): RunResult {
  const world = createWorld(plan);
  schedulePlan(world);
  try {
    world.schedule.runUntil(plan.durationMs);
    heal(world);
    world.schedule.runUntil(plan.durationMs + HEAL_MS);
    checkEnd(world);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    world.truth.fail('nothing throws', detail);
  }
  closeWorld(world);
  return {
    seed: plan.seed,
    simulatedMs: world.schedule.nowMs(),
    failures: world.truth.failures,
    counts: world.counts,
    rows: world.truth.rows.length,
  };
}

function closeWorld(world: World): void {
  for (const page of world.pages) endPage(world, page);
}
