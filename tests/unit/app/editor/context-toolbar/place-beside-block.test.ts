import { expect, test } from 'vitest';
import { levelWith, roomBeside } from '../../../../../src/app/editor/context-toolbar/place-beside-block.ts';

test.each([
  [992, 1272, { left: 1004, width: 268 }],
  [992, 1200, { left: 1004, width: 196 }],
  [992, 1199, null],
  [1264, 1272, null],
])('a block that ends at %i of %i leaves it %j', (right, edge, room) => {
  expect(roomBeside({ right }, edge)).toEqual(room);
});

test.each([
  ['level with its block', 200, 200],
  ['scrolled up: below the bars at the top', 40, 100],
  ['longer than the window', -5000, 100],
  ['at the foot of the window', 620, 596],
  ['below it', 5000, 596],
])('%s', (_, blockTop, top) => {
  expect(levelWith({ top: blockTop }, 44, { top: 100, bottom: 640 })).toBe(top);
});

test('in a window that is lower than itself it begins below the bars', () => {
  expect(levelWith({ top: 300 }, 200, { top: 100, bottom: 240 })).toBe(100);
});
