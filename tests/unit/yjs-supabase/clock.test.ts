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

test('time goes on after the clock on the wall was put back, and before', () => {
  const { clocks, nowMs } = openTime();
  clocks.wall += 500;
  clocks.running += 500;
  expect(nowMs()).toBe(1500);
  clocks.wall -= 3_600_000;
  clocks.running += 40;
  expect(nowMs()).toBe(1540);
  clocks.wall += 10;
  clocks.running += 10;
  expect(nowMs()).toBe(1550);
});

test('time does not go back when a sleep was counted and the clock on the wall is put back then', () => {
  const { clocks, nowMs } = openTime();
  clocks.wall += 8 * 3_600_000;
  const awakeMs = nowMs();
  clocks.wall -= 1000;
  clocks.running += 40;
  expect(nowMs()).toBe(awakeMs);
  clocks.wall -= 1000;
  clocks.running += 40;
  expect(nowMs()).toBe(awakeMs + 40);
});
