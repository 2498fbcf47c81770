import { expect, test } from 'vitest';
import { placeBesideBlock } from '../../../../../src/app/editor/context-toolbar/place-beside-block.ts';

const room = { top: 100, bottom: 640, left: 8, right: 1272 };
const bar = { width: 200, height: 44 };
const lineAt = (top: number) => ({ top, bottom: top + 24 });
const block = (top: number, bottom: number, right = 992) => ({ top, bottom, right });

test.each([
  ['at the top of the document', block(195, 260), 200, 268],
  ['the last that leaves room for it', block(300, 588), 400, 596],
  ['one line longer: above it', block(300, 612), 400, 248],
  ['only its first line is in the window: above it', block(620, 900), 625, 568],
  ['below the window', block(700, 900), 705, 596],
  ['no room above it either: at the top of the window', block(151, 612), 400, 100],
  ['longer than the window', block(-500, 2000), 400, 100],
  ['longer, with the caret where it would stand: at the foot', block(-500, 2000), 140, 596],
  ['a line that only begins above it is under it as well', block(-500, 2000), 80, 596],
  ['a line that ends above it is not', block(-500, 2000), 76, 100],
  ['scrolled away above', block(-500, -300), -320, 100],
])('%s', (_, at, caret, top) => {
  expect(placeBesideBlock({ block: at, caret: lineAt(caret), bar, room })).toEqual({ left: 792, top });
});

test('it stays in the window, and begins there when it is wider', () => {
  const at = { block: block(195, 260, 1500), caret: lineAt(200), room };
  expect(placeBesideBlock({ ...at, bar }).left).toBe(1072);
  expect(placeBesideBlock({ ...at, bar: { ...bar, width: 2000 } }).left).toBe(8);
});
