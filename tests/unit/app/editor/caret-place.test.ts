// @vitest-environment jsdom
/** What is known of a place is kept while somebody types on in it, and forgotten with everything that could change it. */
import type { Editor } from '@tiptap/core';
import { beforeEach, expect, test } from 'vitest';
import { oncePerPlace } from '../../../../src/app/editor/caret-place.ts';
import { seat, seatOne } from '../../../support/one-seat.ts';

seatOne();

let reads: number;
let read: (editor: Editor) => string;

beforeEach(() => {
  reads = 0;
  read = oncePerPlace(({ state }) => {
    reads += 1;
    return state.doc.textContent;
  });
  seat.editor.commands.setContent('<p>one <strong>two</strong> three</p><ul><li><p>four</p></li></ul>');
  seat.editor.commands.setTextSelection(3);
  seat.editor.commands.insertContent('n');
  read(seat.editor);
});

test('letters, and the caret within what is formatted alike, change nothing', () => {
  seat.editor.commands.insertContent('n');
  read(seat.editor);
  seat.editor.commands.setTextSelection(2);
  expect(read(seat.editor)).toBe('onne two threefour');
  expect(reads).toBe(1);
});

test.each<[string, (editor: Editor) => unknown]>([
  ['formatting that is about to be typed', ({ commands }) => commands.toggleBold()],
  ['words with other formatting', ({ commands }) => commands.setTextSelection(8)],
  ['selected words', ({ commands }) => commands.setTextSelection({ from: 2, to: 4 })],
  ['another block', ({ commands }) => commands.setTextSelection(22)],
  ['a block that becomes another', ({ commands }) => commands.setHeading({ level: 2 })],
  ['a block that is changed', ({ commands }) => commands.setTextAlign('center')],
  ['a block that is put into another', ({ commands }) => commands.setBlockquote()],
  ['what can be done again', ({ commands }) => commands.undo()],
])('%s is read anew', (_what, change) => {
  change(seat.editor);
  read(seat.editor);
  expect(reads).toBe(2);
});
