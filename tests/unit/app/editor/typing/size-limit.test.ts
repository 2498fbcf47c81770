// @vitest-environment jsdom
/** A document has a limit, and a change beyond it could never be saved: the page refuses it before it does anything. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { lintUpdate } from '#contract/lint-update.ts';
import { MAX_DOCUMENT_WEIGHT, weigh } from '#contract/limits.ts';
import { parts } from '../../../../../src/app/editor/late-parts.ts';
import { closeSeat, openSeat, paste, type Seat } from '../../../../support/editors.ts';

let seat: Seat;
let refused: number[];

beforeAll(() => parts.wait());
beforeEach(() => {
  refused = [];
  seat = openSeat('Jana', '#ce0d6e', { onTooLarge: (fullness) => refused.push(fullness) });
});
afterEach(() => closeSeat(seat));

const MB = 1_000_000;
/** Paragraphs of 500 letters. */
const textOf = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 502) }, (_, at) => `${at} `.padEnd(500, 'word ')).join('\n\n');
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at}`).join('\n\n');
const updatesOf = (change: () => void): readonly Uint8Array[] => {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array) => updates.push(update);
  seat.doc.on('update', collect);
  change();
  seat.doc.off('update', collect);
  return updates;
};
const foldedWeight = (): number => {
  const folded = new Y.Doc();
  Y.applyUpdate(folded, Y.encodeStateAsUpdate(seat.doc));
  const structs = [...folded.store.clients.values()].reduce((sum, all) => sum + all.length, 0);
  return weigh(Y.encodeStateAsUpdate(folded).length, structs);
};

test.each([
  ['1 MB', textOf(MB)],
  ['2 MB', textOf(2 * MB)],
  ['3.9 MB', textOf(3.7 * MB)],
  ['one paragraph of 3 MB', 'words '.repeat(MB / 2)],
  ['a megabyte of Chinese', '文字'.repeat(MB / 6)],
  ['14,000 lines', paragraphs(14_000)],
])('%s is pasted as one change that the log accepts', { timeout: 60_000 }, (_, text) => {
  const updates = updatesOf(() => paste(seat, { text }));
  expect(refused).toEqual([]);
  expect(seat.editor.getText().length).toBeGreaterThan(text.length * 0.9);
  expect(updates.map((update) => lintUpdate(update).ok)).toEqual([true]);
  expect(foldedWeight()).toBeLessThanOrEqual(MAX_DOCUMENT_WEIGHT);
});

test.each([
  ['5 MB', textOf(5 * MB)],
  ['5 MB in one paragraph', 'words '.repeat((5 * MB) / 6)],
  ['two megabytes of Chinese', '文字'.repeat((5 * MB) / 6)],
  ['20,000 lines', paragraphs(20_000)],
])('%s is refused at once, and the text is unchanged', { timeout: 60_000 }, (_, text) => {
  seat.editor.commands.insertContent('before');
  const before = seat.editor.getJSON();
  expect(updatesOf(() => paste(seat, { text }))).toEqual([]);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toBeGreaterThan(1);
  expect(refused[0]).toBeLessThan(2);
  expect(seat.editor.getJSON()).toEqual(before);
});

test('a text that is undone leaves its room', { timeout: 60_000 }, () => {
  const text = textOf(3 * MB);
  paste(seat, { text });
  seat.editor.commands.undo();
  expect(seat.editor.getText()).toBe('');
  paste(seat, { text });
  expect(refused).toEqual([]);
  paste(seat, { text });
  expect(refused).toHaveLength(1);
});
