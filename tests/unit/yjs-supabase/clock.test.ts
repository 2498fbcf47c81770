import { expect, test } from 'vitest';
import { createSteadyTime } from '../../../src/yjs-supabase/clock.ts';

function openTime() {
  const clocks = { wall: 1000, running: 50 };
  const nowMs = createSteadyTime(
    () => clocks.wall,
    () => clocks.running,
  );
  return { clocks, nowMs };
}

test('time goes on while the clock on the wall is put back', () => {
  const { clocks, nowMs } = openTime();
  clocks.wall -= 3_600_000;
  clocks.running += 40;
  expect(nowMs()).toBe(1040);
});

test('sleep counts, in which only the clock on the wall runs', () => {
  const { clocks, nowMs } = openTime();
  clocks.wall += 8 * 3_600_000;
  clocks.running += 20;
  expect(nowMs()).toBe(1000 + 8 * 3_600_000);
});
