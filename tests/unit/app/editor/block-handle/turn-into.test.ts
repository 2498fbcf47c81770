// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BLOCK_KINDS,
  readBlockKind,
  turnInto,
  type BlockKind,
} from '../../../../../src/app/editor/block-handle/turn-into.ts';
import { htmlOf, openAt, putAt } from '../../../../support/caret.ts';
import { closeSeat, type Seat, readHtml } from '../../../../support/editors.ts';

let seat: Seat;
beforeAll(() => {
  seat = openAt('');
});
afterAll(() => closeSeat(seat));

const HTML: Readonly<Record<BlockKind, string>> = {
  paragraph: '<p>a</p>',
  heading1: '<h1>a</h1>',
  heading2: '<h2>a</h2>',
  heading3: '<h3>a</h3>',
  bulletList: '<ul><li><p>a</p></li></ul>',
  orderedList: '<ol><li><p>a</p></li></ol>',
  taskList: '<ul><li><label><input type="checkbox"><span></span></label><div><p>a</p></div></li></ul>',
  blockquote: '<blockquote><p>a</p></blockquote>',
  codeBlock: '<pre><code>a</code></pre>',
  callout: '<div><p>a</p></div>',
};

const SOURCE: Readonly<Record<BlockKind, string>> = {
  ...HTML,
  taskList: '<ul data-type="taskList"><li data-type="taskItem"><p>a</p></li></ul>',
  callout: '<div data-type="callout"><p>a</p></div>',
};

test.each(BLOCK_KINDS)('%s can become every other kind, in one undo step', (from) => {
  for (const to of BLOCK_KINDS) {
    putAt(seat, `<p>first</p>${SOURCE[from].replace('a<', '|a<')}<p>last</p>`);
    const before = readHtml(seat.editor);
    expect(readBlockKind(seat.editor.state)).toBe(from);
    turnInto(seat.editor, to);
    expect(readBlockKind(seat.editor.state)).toBe(to);
    expect(htmlOf(seat)).toBe(`<p>first</p>${HTML[to]}<p>last</p>`);
    if (from !== to) seat.editor.commands.undo();
    expect(readHtml(seat.editor)).toBe(before);
  }
});

test('all selected blocks become the same kind', () => {
  putAt(seat, '<p>a|</p><h2>b</h2><p>|c</p>');
  expect(readBlockKind(seat.editor.state)).toBe('mixed');
  turnInto(seat.editor, 'bulletList');
  expect(htmlOf(seat)).toBe('<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>');
});

test('an item leaves its list together with its nested list', () => {
  putAt(seat, '<ul><li><p>a</p></li><li><p>b|</p><ul><li><p>c</p></li></ul></li></ul>');
  turnInto(seat.editor, 'heading2');
  expect(htmlOf(seat)).toBe('<ul><li><p>a</p></li></ul><h2>b</h2><ul><li><p>c</p></li></ul>');
});

test('a nested item becomes a single paragraph', () => {
  putAt(seat, '<ul><li><p>a</p><ul><li><p>b|</p></li></ul></li></ul>');
  turnInto(seat.editor, 'paragraph');
  expect(htmlOf(seat)).toBe('<ul><li><p>a</p></li></ul><p>b</p>');
});

test.each([
  ['a table', '<table><tbody><tr><td><p>a|</p></td></tr></tbody></table>'],
  [
    'a collapsible section',
    '<details><summary>a|</summary><div data-type="detailsContent"><p>b</p></div></details>',
  ],
])('%s cannot be converted', (_, html) => {
  putAt(seat, html);
  expect(readBlockKind(seat.editor.state)).toBe(null);
});
