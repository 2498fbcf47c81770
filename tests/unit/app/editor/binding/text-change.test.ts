import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { findTextChange, movePlace } from '../../../../../src/app/editor/binding/text-change.ts';

test.each([
  ['', 'a', 1, { index: 0, removed: 0, inserted: 'a' }],
  ['ab', 'aXb', 2, { index: 1, removed: 0, inserted: 'X' }],
  ['aaa', 'aaaa', 1, { index: 0, removed: 0, inserted: 'a' }],
  ['aaa', 'aaaa', 4, { index: 3, removed: 0, inserted: 'a' }],
  ['abc', 'ac', 1, { index: 1, removed: 1, inserted: '' }],
  ['aaa', 'aa', 0, { index: 0, removed: 1, inserted: '' }],
  ['Plan', 'Plán', 3, { index: 2, removed: 1, inserted: 'á' }],
  ['same', 'same', 2, null],
  ['a😀b', 'a😁b', 3, { index: 1, removed: 2, inserted: '😁' }],
])('%j to %j with the caret at %i', (before, after, caret, change) => {
  expect(findTextChange(before, after, caret)).toEqual(change);
});

test('a found change leads from the old text to the new one', () => {
  let seed = 20_261_121;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed % below;
  };
  const word = (): string => Array.from({ length: random(8) }, () => 'ab😀'[random(2)]).join('');
  for (let round = 0; round < 2000; round += 1) {
    const before = word();
    const after = word();
    const change = findTextChange(before, after, random(after.length + 1));
    const { index, removed, inserted } = change ?? { index: 0, removed: 0, inserted: '' };
    expect(before.slice(0, index) + inserted + before.slice(index + removed)).toBe(after);
    expect(change === null).toBe(before === after);
  }
});

test.each([
  ['before it', 3, (text: Y.Text) => text.insert(1, 'XX'), 5],
  ['behind it', 3, (text: Y.Text) => text.insert(5, 'XX'), 3],
  ['exactly at it', 3, (text: Y.Text) => text.insert(3, 'XX'), 3],
  ['that deletes before it', 3, (text: Y.Text) => text.delete(0, 2), 1],
  ['that deletes around it', 3, (text: Y.Text) => text.delete(1, 4), 1],
])('a change %s moves a position', (_name, place, edit, moved) => {
  const text = new Y.Doc().getText('t');
  text.insert(0, 'abcdef');
  let seen = -1;
  text.observe((event) => (seen = movePlace(place, event.delta)));
  edit(text);
  expect(seen).toBe(moved);
});
