import type { World } from './world.ts';

/** Runs after a delay, unless healing has begun. */
export function later(world: World, delayMs: number, run: () => void): void {
  const atMs = world.schedule.nowMs() + delayMs;
  if (atMs < world.plan.durationMs) world.schedule.after(delayMs, run);
}
