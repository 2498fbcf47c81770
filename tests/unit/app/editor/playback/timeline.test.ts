import { expect, test } from 'vitest';
import { createTimeline, speedFor } from '../../../../../src/app/editor/playback/timeline.ts';

const frame = (client: number, place: number, typed: number) => ({ client, place, typed });

test('a change begins with a moment to find it, and is typed letter by letter', () => {
  const { durationMs, momentAt, timeOf } = createTimeline([frame(2, 5, 20), frame(2, 5, 10)]);
  expect(durationMs).toBe(700 + 1000 + 500);
  expect([0, 699, 700, 750, 1699, 1700, 2199].map(momentAt)).toEqual([
    { count: 1, typed: 0 },
    { count: 1, typed: 0 },
    { count: 1, typed: 0 },
    { count: 1, typed: 1 },
    { count: 1, typed: 19 },
    { count: 2, typed: 0 },
    { count: 2, typed: 9 },
  ]);
  expect(momentAt(2200)).toEqual({ count: 2, typed: Infinity });
  expect([0, 1, 2].map(timeOf)).toEqual([0, 1700, 2200]);
});

test('seventy letters in three rows take longer than four seconds', () => {
  expect(createTimeline([23, 23, 24].map((typed) => frame(2, 1, typed))).durationMs).toBe(4200);
});

test('another person, and another place, are waited for; the next line is not', () => {
  const times = (...frames: readonly ReturnType<typeof frame>[]) => createTimeline(frames).durationMs;
  const alone = times(frame(2, 1, 10));
  expect(times(frame(2, 1, 10), frame(2, 2, 10))).toBe(alone + 500);
  expect(times(frame(2, 1, 10), frame(3, 1, 10))).toBe(alone * 2);
  expect(times(frame(2, 1, 10), frame(2, 9, 10))).toBe(alone * 2);
});

test('a deletion is shown for a moment, and a large paste does not last', () => {
  expect(createTimeline([frame(2, 1, 0)]).durationMs).toBe(760);
  expect(createTimeline([frame(2, 1, 40_000)]).durationMs).toBe(6700);
});

test('a long film takes sixteen minutes at most, and every frame has its turn', () => {
  const frames = Array.from({ length: 20_000 }, (_, at) => frame(at % 7, at % 300, 12));
  const { durationMs, momentAt, timeOf } = createTimeline(frames);
  expect(durationMs).toBeCloseTo(16 * 60_000);
  for (const count of [1, 137, 10_000, 19_999]) expect(momentAt(timeOf(count) + 0.001).count).toBe(count + 1);
  expect(momentAt(durationMs + 1).count).toBe(20_000);
});

test('with reduced motion, a change with all that goes on from it appears at once', () => {
  const { changeAt } = createTimeline([frame(2, 1, 10), frame(2, 1, 10), frame(3, 1, 10)]);
  expect([0, 1000, 1699].map((ms) => changeAt(ms).count)).toEqual([2, 2, 2]);
  expect(changeAt(1700)).toEqual({ count: 3, typed: Infinity });
});

test('a film begins at the slowest speed at which it takes a minute', () => {
  expect([4000, 60_000, 60_001, 300_000, 16 * 60_000, 1e9].map(speedFor)).toEqual([1, 1, 4, 16, 16, 64]);
});
