/** One complete run. */
import { schedulePlan } from './act.ts';
import { checkAnnounced, checkEnd, checkLanes } from './check.ts';
import { checkConverged } from './converge.ts';
import { heal } from './heal.ts';
import { endPage } from './page.ts';
import type { Plan } from './plan.ts';
import type { Failure } from './truth.ts';
import type { Counts } from './model/weather.ts';
import { startLooking } from './unseen.ts';
import { startWatching } from './watch.ts';
import { createWorld, type World } from './world.ts';

export interface RunResult {
  readonly seed: number;
  readonly simulatedMs: number;
  readonly failures: readonly Failure[];
  readonly counts: Counts;
  readonly rows: number;
  readonly trace: string;
}

/** All pages must converge within this time after the last fault. */
export const HEAL_MS = 30_000;
const RELAY_MS = 7 * 60_000;
/** All pages must be live by then: the longest backoff, plus one attempt that times out. */
const LIVE_MS = 60_000;
/** All pages must be in presence by then, even in the largest crowd of a plan. */
const ANNOUNCED_MS = LIVE_MS + 60_000;

/** Ends early when `isEnough` returns true. */
export function runPlan(
  plan: Plan,
  isEnough: (failures: readonly Failure[]) => boolean = () => false,
): RunResult {
  const world = createWorld(plan);
  try {
    passThrough(world, () => isEnough(world.truth.failures));
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
    trace: world.trace.digest(),
  };
}

function passThrough(world: World, isEnough: () => boolean): void {
  const { plan, schedule } = world;
  const runUntil = (endMs: number) => schedule.runUntil(endMs, isEnough);
  schedulePlan(world);
  startWatching(world);
  startLooking(world);
  runUntil(plan.durationMs);
  if (isEnough()) return;
  heal(world);
  runUntil(plan.durationMs + HEAL_MS);
  // Live updates of sessions that disappeared are relayed by peers after a while.
  if (checkConverged(world)) runUntil(plan.durationMs + RELAY_MS);
  if (isEnough()) return;
  checkEnd(world);
  runUntil(Math.max(schedule.nowMs(), plan.durationMs + LIVE_MS));
  checkLanes(world);
  runUntil(Math.max(schedule.nowMs(), plan.durationMs + ANNOUNCED_MS));
  checkAnnounced(world);
}

function closeWorld(world: World): void {
  for (const page of world.pages) endPage(world, page);
}
