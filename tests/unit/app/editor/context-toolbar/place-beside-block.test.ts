import { expect, test } from 'vitest';
import { levelWith, roomBeside } from '../../../../../src/app/editor/context-toolbar/place-beside-block.ts';

test.each([
  [992, 1272, { left: 1004, width: 268 }],
  [992, 1200, { left: 1004, width: 196 }],
  [992, 1199, null],
  [1264, 1272, null],
])('a block that ends at %i leaves, with the edge at %i, %j', (right, edge, room) => {
  expect(roomBeside({ right }, edge)).toEqual(room);
});

test.each([
  ['level with its block', 200, 200],
  ['below the sticky bars when the block is scrolled up', 40, 100],
  ['below the sticky bars for a block longer than the window', -5000, 100],
  ['at the foot of the window', 620, 596],
  ['at the foot for a block below the window', 5000, 596],
])('%s', (_, blockTop, top) => {
  expect(levelWith({ top: blockTop }, 44, { top: 100, bottom: 640 })).toBe(top);
});

test('in a window lower than the bar, it starts below the sticky bars', () => {
  expect(levelWith({ top: 300 }, 200, { top: 100, bottom: 240 })).toBe(100);
});
