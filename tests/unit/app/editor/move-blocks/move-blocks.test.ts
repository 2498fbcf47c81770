// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { moveBlocksBy } from '../../../../../src/app/editor/move-blocks/move-blocks.ts';
import { htmlOf, openAt } from '../../../../support/caret.ts';
import { closeSeat, type Seat } from '../../../../support/editors.ts';

let seat: Seat;
afterEach(() => closeSeat(seat));

const open = (html: string): void => void (seat = openAt(html));
const html = (): string => htmlOf(seat);
const move = (by: -1 | 1): boolean => moveBlocksBy(seat.editor, by);

test('a paragraph moves up and down with its caret, up to the edges of the document', () => {
  open('<p>one</p><p>t|wo</p><p>three</p>');
  expect(move(1)).toBe(true);
  expect(html()).toBe('<p>one</p><p>three</p><p>two</p>');
  expect(move(1)).toBe(false);
  seat.editor.commands.insertContent('!');
  expect(html()).toBe('<p>one</p><p>three</p><p>t!wo</p>');
  move(-1);
  move(-1);
  expect(html()).toBe('<p>t!wo</p><p>one</p><p>three</p>');
  expect(move(-1)).toBe(false);
});

test('all selected blocks move together and stay selected', () => {
  open('<p>one</p><h2>t|wo</h2><p>thr|ee</p><p>four</p>');
  move(-1);
  expect(html()).toBe('<h2>two</h2><p>three</p><p>one</p><p>four</p>');
  const { from, to } = seat.editor.state.selection;
  expect(seat.editor.state.doc.textBetween(from, to, '/')).toBe('wo/thr');
});

test.each([
  ['<p>a</p><p>b</p><p>c</p><p>|d</p><p>e</p>', -1],
  ['<p>a</p><p>|b</p><p>c</p><p>d</p><p>e</p>', 1],
] as const)('only the moved block is rewritten in the shared text: %s', (text, by) => {
  open(text);
  const shared = seat.doc.getXmlFragment(TEXT_ROOT);
  const before = shared.toArray();
  const moved = before.splice(by < 0 ? 3 : 1, 1).map(String);
  move(by);
  move(by);
  const kept = shared.toArray().filter((block) => !moved.includes(String(block)));
  expect(kept.map((block) => before.indexOf(block))).toEqual([0, 1, 2, 3]);
});

test('one undo step reverts a move', () => {
  open('<p>one</p><p>t|wo</p>');
  move(-1);
  seat.editor.commands.undo();
  expect(html()).toBe('<p>one</p><p>two</p>');
});

test('an item moves along its list, out of it at the edge, and into the next one', () => {
  open('<ul><li><p>a</p></li></ul><p>between</p><ul><li><p>b|</p></li><li><p>c</p></li></ul>');
  move(-1);
  expect(html()).toBe(
    '<ul><li><p>a</p></li></ul><p>between</p><ul><li><p>b</p></li></ul><ul><li><p>c</p></li></ul>',
  );
  move(-1);
  expect(html()).toBe(
    '<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><p>between</p><ul><li><p>c</p></li></ul>',
  );
  move(-1);
  expect(html()).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul><p>between</p><ul><li><p>c</p></li></ul>');
  move(-1);
  expect(html()).toBe('<ul><li><p>b</p></li><li><p>a</p></li></ul><p>between</p><ul><li><p>c</p></li></ul>');
});

test('moving the last block leaves no empty parent', () => {
  open('<p>one</p><blockquote><p>qu|ote</p></blockquote>');
  move(-1);
  expect(html()).toBe('<p>one</p><p>quote</p>');
});

test('inside a table, the table moves', () => {
  open('<p>one</p><table><tbody><tr><td><p>ce|ll</p></td></tr></tbody></table>');
  move(-1);
  expect(html().indexOf('cell')).toBeLessThan(html().indexOf('one'));
  expect(seat.editor.state.selection.$from.parent.textContent).toBe('cell');
});
