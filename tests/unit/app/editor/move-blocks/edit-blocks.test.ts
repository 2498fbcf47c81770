// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { deleteBlocks, duplicateBlocks } from '../../../../../src/app/editor/move-blocks/edit-blocks.ts';
import { wholeBlocks } from '../../../../../src/app/editor/move-blocks/move-blocks.ts';
import { htmlOf, openAt } from '../../../../support/caret.ts';
import { closeSeat, type Seat } from '../../../../support/editors.ts';

let seat: Seat;
afterEach(() => closeSeat(seat));

const open = (html: string): void => void (seat = openAt(html));
const html = (): string => htmlOf(seat);

test('a copy is inserted below, with the caret at the same place in it, in one undo step', () => {
  open('<p>one</p><p>t|wo</p><p>three</p>');
  duplicateBlocks(seat.editor);
  seat.editor.commands.insertContent('!');
  expect(html()).toBe('<p>one</p><p>two</p><p>t!wo</p><p>three</p>');
  seat.editor.commands.undo();
  seat.editor.commands.undo();
  expect(html()).toBe('<p>one</p><p>two</p><p>three</p>');
});

test('input in a copy changes no other block', () => {
  open('<p>one</p><p>t|wo</p><p>three</p>');
  const shared = seat.doc.getXmlFragment(TEXT_ROOT);
  const [one, two, three] = shared.toArray();
  duplicateBlocks(seat.editor);
  seat.editor.commands.insertContent('!');
  const after = shared.toArray();
  expect([after[0], after[1], after[3]]).toEqual([one, two, three]);
  expect(after.map(String)[2]).toBe('<paragraph>t!wo</paragraph>');
});

test('all selected blocks are copied and stay selected', () => {
  open('<p>o|ne</p><p>tw|o</p>');
  duplicateBlocks(seat.editor);
  expect(html()).toBe('<p>one</p><p>two</p><p>one</p><p>two</p>');
  const { from, to } = seat.editor.state.selection;
  expect([from, seat.editor.state.doc.textBetween(from, to, '/')]).toEqual([12, 'ne/tw']);
});

test.each([
  ['a paragraph', '<p>one</p><p>t|wo</p><p>three</p>', '<p>one</p><p>three</p>'],
  ['an item', '<ul><li><p>a|</p></li><li><p>b</p></li></ul>', '<ul><li><p>b</p></li></ul>'],
  ['the only item with its list', '<p>one</p><ul><li><p>a|</p></li></ul>', '<p>one</p>'],
  ['the only line with its quotation', '<p>one</p><blockquote><p>a|</p></blockquote>', '<p>one</p>'],
  ['the last block, leaving an empty line', '<h1>o|ne</h1>', '<p></p>'],
])('deletes %s', (_, before, after) => {
  open(before);
  deleteBlocks(seat.editor);
  expect(html()).toBe(after);
  seat.editor.commands.undo();
  expect(html()).toBe(before.replace('|', ''));
});

test.each([
  ['<blockquote><p>a|</p></blockquote>', ['blockquote']],
  ['<blockquote><p>a|</p><p>b</p></blockquote>', ['paragraph']],
  ['<blockquote><p>a|</p><p>|b</p></blockquote>', ['blockquote']],
  ['<blockquote><ul><li><p>a|</p></li></ul></blockquote>', ['blockquote']],
  ['<ul><li><p>a|</p></li><li><p>|b</p></li><li><p>c</p></li></ul>', ['listItem', 'listItem']],
])('in %s the whole blocks are %s', (before, whole) => {
  open(`<p>first</p>${before}`);
  const { $from, $to } = seat.editor.state.selection;
  const range = wholeBlocks($from, $to);
  const blocks = range?.parent.children.slice(range.startIndex, range.endIndex);
  expect(blocks?.map(({ type }) => type.name)).toEqual(whole);
});
