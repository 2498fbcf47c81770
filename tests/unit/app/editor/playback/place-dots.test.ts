import { expect, test } from 'vitest';
import { placeDots } from '../../../../../src/app/editor/playback/place-dots.ts';

const framesAt = (...times: readonly number[]) => times.map((atMs) => ({ atMs }));

test('a comment stands after the last frame that was there, in whatever order comments come', () => {
  expect(placeDots(framesAt(10, 20, 30, 40), [45, 20, 29], 0)).toEqual([
    { at: 2, comments: 2 },
    { at: 4, comments: 1 },
  ]);
});

test('comments from before the film are left out', () => {
  expect(placeDots(framesAt(10, 20), [9, 10], 0)).toEqual([{ at: 1, comments: 1 }]);
  expect(placeDots([], [9], 0)).toEqual([]);
});

test('comments that are close on the timeline share a dot at the first of them', () => {
  const frames = framesAt(...Array.from({ length: 100 }, (_, at) => at));
  expect(placeDots(frames, [10, 14, 19, 20, 50], 0.1)).toEqual([
    { at: 11, comments: 3 },
    { at: 21, comments: 1 },
    { at: 51, comments: 1 },
  ]);
});
