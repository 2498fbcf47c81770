// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

/** Start of a word in the text of a seat. */
function placeOf({ editor }: Seat, word: string): number {
  let place = -1;
  editor.state.doc.descendants((node, at) => {
    const found = node.isText ? node.text!.indexOf(word) : -1;
    if (found >= 0) place = at + found;
  });
  return place;
}

const end = (seat: Seat, word: string): number => placeOf(seat, word) + word.length;

const splitBefore = (word: string): void => {
  petr.editor.chain().setTextSelection(placeOf(petr, word)).splitBlock().run();
};
const joinBackward = (word: string): void => {
  petr.editor.chain().setTextSelection(placeOf(petr, word)).joinBackward().run();
};

const TEXTS = {
  paragraphs: '<p>one two three four</p><p>five six seven</p>',
  list: '<ul><li><p>one two three four</p></li><li><p>five six seven</p></li></ul>',
  quotation: '<blockquote><p>one two <b>three</b> four</p><p>five six seven</p></blockquote>',
};

/** Petr's change at Jana's caret, and the text around the "!" that she types next. */
const CHANGES: readonly (readonly [name: string, caret: () => number, act: () => void, typed: string])[] = [
  ['splits it', () => end(jana, 'thr'), () => splitBefore('two'), 'two thr!ee four'],
  [
    'splits it before its end and inserts text there',
    () => end(jana, 'four'),
    () =>
      petr.doc.transact(() => {
        splitBefore('two');
        petr.editor.commands.insertContent('new ');
      }),
    'new two three four!',
  ],
  ['joins it to the paragraph before', () => end(jana, 'six'), () => joinBackward('five'), 'five six! seven'],
  ['joins it at its start', () => placeOf(jana, 'five'), () => joinBackward('five'), '!five six seven'],
];

describe.each(Object.entries(TEXTS))('in %s', (_, text) => {
  test.each(CHANGES)('the local caret stays with its text when a peer %s', (_name, caret, act, typed) => {
    petr.editor.commands.setContent(text);
    jana.editor.commands.setTextSelection(caret());
    act();
    jana.editor.view.dispatch(jana.editor.state.tr.insertText('!'));
    expect(petr.editor.getText({ blockSeparator: '|' })).toContain(typed);
  });
});

test('an insertion at the local caret with a deletion elsewhere leaves the caret in place', () => {
  petr.editor.commands.setContent('<p>one two three four</p>');
  jana.editor.commands.setTextSelection(end(jana, 'thr'));
  petr.doc.transact(() => {
    petr.editor.commands.deleteRange({ from: placeOf(petr, 'two'), to: placeOf(petr, 'three') });
    petr.editor.commands.insertContentAt(end(petr, 'thr'), 'X');
  });
  jana.editor.view.dispatch(jana.editor.state.tr.insertText('!'));
  expect(petr.editor.getText()).toBe('one thr!Xee four');
});

test.each(Object.entries(TEXTS))('%s: the selected text stays selected', (_, text) => {
  petr.editor.commands.setContent(text);
  const selected = (): string => {
    const { from, to } = jana.editor.state.selection;
    return jana.editor.state.doc.textBetween(from, to, '|');
  };
  jana.editor.commands.setTextSelection({ from: end(jana, 'four'), to: placeOf(jana, 'three') });
  splitBefore('two');
  expect(selected()).toBe('three four');
  splitBefore('four');
  expect(selected()).toContain('four');
  joinBackward('two');
  expect(selected()).toContain('three');
});
