/** Which deletions the tray offers, how they are grouped, and for how long. */
import { expect, test } from 'vitest';
import type { Remover } from '../../../../src/app/room/recovery-tray.ts';
import { openSeat, paragraph, textOf, type Seat } from './tray-seat.ts';

const PEOPLE: Readonly<Record<number, Remover>> = {
  1: { name: 'Ann', isSelf: false },
  3: { name: 'Cyd', isSelf: false },
  4: { name: 'Ben', isSelf: true },
};

const userOf = (client: number): Remover | null => PEOPLE[client] ?? null;

/** Ben writes a sentence at the end of each paragraph but the first. */
function openPair(count = 2) {
  const [ann, ben] = [openSeat(1, userOf), openSeat(2, userOf)];
  ann.root.insert(0, ['one', 'two', 'three', 'four'].slice(0, count).map(paragraph));
  ben.take(ann.doc);
  for (let at = 1; at < count; at += 1) {
    const text = textOf(ben.root, at);
    text.insert(text.length, ` typed ${at}`);
  }
  ann.take(ben.doc);
  return { ann, ben };
}
const offered = ({ tray }: Seat) => tray.list().map(({ text, by }) => ({ text, by }));

test('an offer names the user who deleted the text', () => {
  const { ann, ben } = openPair();
  ann.root.delete(1, 1);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual([{ text: 'typed 1', by: 'Ann' }]);
});

test('and no one if the author is unknown', () => {
  const { ann, ben } = openPair();
  ann.root.delete(1, 1);
  ben.take(ann.doc, null);
  expect(offered(ben)).toEqual([{ text: 'typed 1', by: null }]);
});

test('each of two users is named for their own deletion', () => {
  const { ann, ben } = openPair(3);
  const cyd = openSeat(3, userOf);
  cyd.take(ann.doc);
  ann.root.delete(1, 1);
  cyd.root.delete(2, 1);
  ben.take(ann.doc);
  ben.take(cyd.doc, 3);
  expect(offered(ben)).toEqual([
    { text: 'typed 1', by: 'Ann' },
    { text: 'typed 2', by: 'Cyd' },
  ]);
});

test('a deletion by the same user in another tab is not offered', () => {
  const { ann, ben } = openPair();
  const otherTab = openSeat(4, userOf);
  otherTab.take(ann.doc);
  otherTab.root.delete(1, 1);
  ben.take(otherTab.doc);
  expect(offered(ben)).toEqual([]);
});

test('one deletion over several paragraphs is one offer, in text order', () => {
  const { ann, ben } = openPair(4);
  ann.root.delete(1, 3);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual([{ text: 'typed 1\ntyped 2\ntyped 3', by: 'Ann' }]);
  expect(ben.tray.list()[0]?.paragraphs).toHaveLength(3);
});

test('so are deletions in quick succession, but not later ones', () => {
  const { ann, ben } = openPair(4);
  ann.root.delete(1, 1);
  ben.take(ann.doc);
  ben.clock.nowMs += 1000;
  ann.root.delete(1, 1);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual([{ text: 'typed 1\ntyped 2', by: 'Ann' }]);
  ben.clock.nowMs += 6000;
  ann.root.delete(1, 1);
  ben.take(ann.doc);
  expect(offered(ben).map(({ text }) => text)).toEqual(['typed 1\ntyped 2', 'typed 3']);
});

test('a paragraph that is back in the text is removed from its offer', () => {
  const { ann, ben } = openPair(3);
  ann.root.delete(1, 2);
  ben.take(ann.doc);
  ben.clock.nowMs += 2000;
  ann.root.insert(0, [paragraph('two typed 1')]);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual([{ text: 'typed 2', by: 'Ann' }]);
});

test('text typed more than ten seconds ago was deleted deliberately', () => {
  const { ann, ben } = openPair();
  ben.clock.nowMs = 9_000;
  const inTime = openPair();
  inTime.ben.clock.nowMs = 9_000;
  inTime.ann.root.delete(1, 1);
  inTime.ben.take(inTime.ann.doc);
  expect(offered(inTime.ben)).toHaveLength(1);
  ben.clock.nowMs = 10_000;
  ann.root.delete(1, 1);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual([]);
});

test('an unfinished sentence is offered whole; an earlier paragraph of the last minute is not', () => {
  const { ann, ben } = openPair(3);
  ben.clock.nowMs = 20_000;
  textOf(ben.root, 1).insert(11, ' and on');
  ann.take(ben.doc);
  ben.clock.nowMs = 21_000;
  ann.root.delete(1, 2);
  ben.take(ann.doc);
  expect(offered(ben)).toEqual([{ text: 'typed 1 and on', by: 'Ann' }]);
});

test('dismissing all removes all offers at once', () => {
  const { ann, ben } = openPair();
  ben.tray.offer(['one', 'two']);
  ann.root.delete(1, 1);
  ben.take(ann.doc);
  expect(offered(ben)).toHaveLength(2);
  ben.tray.dismissAll();
  expect(ben.tray.list()).toEqual([]);
});
