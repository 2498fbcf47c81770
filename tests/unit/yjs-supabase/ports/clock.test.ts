import { expect, test } from 'vitest';
import { createSteadyTime } from '../../../../src/yjs-supabase/src/ports/clock.ts';

function openTime() {
  const clocks = { wall: 1000, running: 50 };
  const nowMs = createSteadyTime(
    () => clocks.wall,
    () => clocks.running,
  );
  return { clocks, nowMs };
}

test('time advances when the wall clock is set back', () => {
  const { clocks, nowMs } = openTime();
  clocks.wall -= 3_600_000;
  clocks.running += 40;
  expect(nowMs()).toBe(1040);
});

test('time includes sleep, during which only the wall clock runs', () => {
  const { clocks, nowMs } = openTime();
  clocks.wall += 8 * 3_600_000;
  clocks.running += 20;
  expect(nowMs()).toBe(1000 + 8 * 3_600_000);
});

test('time advances before and after the wall clock is set back', () => {
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

test('time does not go back when the wall clock is set back after a sleep', () => {
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
