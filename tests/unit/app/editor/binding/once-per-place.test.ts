// @vitest-environment jsdom
/** The cached result lives while input continues in one place, and is dropped with any change that could affect it. */
import type { Editor } from '@tiptap/core';
import { beforeEach, expect, test } from 'vitest';
import { oncePerPlace } from '../../../../../src/app/editor/binding/once-per-place.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

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

test('input, and a caret within the same formatting, need no second read', () => {
  seat.editor.commands.insertContent('n');
  read(seat.editor);
  seat.editor.commands.setTextSelection(2);
  expect(read(seat.editor)).toBe('onne two threefour');
  expect(reads).toBe(1);
});

test.each<[string, (editor: Editor) => unknown]>([
  ['a stored mark', ({ commands }) => commands.toggleBold()],
  ['text with other formatting', ({ commands }) => commands.setTextSelection(8)],
  ['selected text', ({ commands }) => commands.setTextSelection({ from: 2, to: 4 })],
  ['another block', ({ commands }) => commands.setTextSelection(22)],
  ['a block of another type', ({ commands }) => commands.setHeading({ level: 2 })],
  ['a block with another attribute', ({ commands }) => commands.setTextAlign('center')],
  ['a wrapped block', ({ commands }) => commands.setBlockquote()],
  ['a changed undo stack', ({ commands }) => commands.undo()],
])('%s is read again', (_what, change) => {
  change(seat.editor);
  read(seat.editor);
  expect(reads).toBe(2);
});
