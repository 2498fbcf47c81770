// @vitest-environment jsdom
/** Tables pasted from Word, and into other tables. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parts } from '../../../../../src/app/editor/late/loader.ts';
import { closeSeat, openSeat, paste, readHtml, type Seat } from '../../../../support/editors.ts';

let seat: Seat;
let undos: (() => void)[];

beforeAll(() => parts.wait());
beforeEach(() => {
  undos = [];
  seat = openSeat('Jana', '#ce0d6e', { onOverwritten: (undo) => undos.push(undo) });
});
afterEach(() => closeSeat(seat));

const rows = (): string[] =>
  [...readHtml(seat.editor).matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text).join('|'),
  );

test.each([
  [
    'a last row that only sets widths',
    '<table><tr><td colspan=2>a</td></tr><tr><td>b</td><td>c</td></tr><tr height=0><td width=50 style="border:none"></td><td width=60 style="border:none"></td></tr></table>',
    ['a', 'b|c'],
  ],
  [
    'a row that is merged completely',
    '<table><tr><td rowspan=2>a</td><td rowspan=2>b</td></tr><tr></tr><tr><td>c</td><td>d</td></tr></table>',
    ['a|b', 'c|d'],
  ],
  ['an empty row', '<table><tr><td>a</td></tr><tr><td></td></tr></table>', ['a', '']],
])('%s', (_, html, expected) => {
  paste(seat, { html });
  expect(rows()).toEqual(expected);
});

const TABLE = '<table><tr><td><p>one</p></td><td><p>two</p></td></tr></table>';

test('a notice with undo appears when pasted cells replace text', () => {
  seat.editor.commands.setContent(TABLE);
  seat.editor.commands.setTextSelection(5);
  paste(seat, { html: '<table><tr><td>x</td><td>y</td></tr></table>' });
  expect(rows()).toEqual(['x|y']);
  expect(undos).toHaveLength(1);
});

test('no notice appears when pasted cells replace empty ones', () => {
  seat.editor.commands.setContent('<table><tr><td><p></p></td><td><p></p></td></tr></table>');
  seat.editor.commands.setTextSelection(5);
  paste(seat, { html: '<table><tr><td>x</td><td>y</td></tr></table>' });
  expect(rows()).toEqual(['x|y']);
  expect(undos).toHaveLength(0);
});
