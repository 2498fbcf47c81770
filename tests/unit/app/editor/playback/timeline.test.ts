import { expect, test } from 'vitest';
import type { Frame } from '../../../../../src/app/editor/playback/film.ts';
import { changeStart, createTimeline, speedFor } from '../../../../../src/app/editor/playback/timeline.ts';

/** Typed at the end of a block, or after `from` characters of it. */
const frame = (client: number, at: number, typed: number, more: Partial<Frame> = {}): Frame => ({
  client,
  atMs: 0,
  at,
  place: at,
  removed: 1,
  from: 0,
  typed,
  gone: 0,
  rest: 0,
  ...more,
});

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

test.each<readonly [string, boolean, Partial<Frame>, Partial<Frame>]>([
  ['the same place', true, { from: 5, rest: 9 }, { from: 15, rest: 9 }],
  ['a deletion of what was just typed', true, { from: 5, rest: 9 }, { from: 13, typed: 0, gone: 2, rest: 9 }],
  ['another place of the same block', false, { from: 5, rest: 9 }, { from: 18, rest: 6 }],
  ['the end of a block of several', true, { place: 3 }, { at: 3, from: 40 }],
  ['the next block, which is new', true, {}, { at: 2, removed: 0 }],
  ['the next block, from within another', false, { rest: 4 }, { at: 2, removed: 0 }],
  ['the next block, which was there', false, {}, { at: 2, from: 30 }],
  ['another person', false, {}, { client: 3, from: 10 }],
  ['a minute later', true, {}, { from: 10, atMs: 60_000 }],
  ['after a longer pause', false, {}, { from: 10, atMs: 60_001 }],
])('what goes on is one change to a reader, other changes are waited for: %s', (_, isOne, first, next) => {
  const place = next.at ?? 1;
  const frames = [frame(2, 1, 10, first), frame(2, place, 10, { place, ...next })];
  const typed = Math.max(60, frames[1]!.typed * 50);
  expect(createTimeline(frames).durationMs).toBe(700 + 500 + (isOne ? 0 : 700) + typed);
  expect(changeStart(frames, 2)).toBe(isOne ? 0 : 1);
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
