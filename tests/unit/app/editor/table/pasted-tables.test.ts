// @vitest-environment jsdom
/** Tables pasted from Word, and into other tables. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parts } from '../../../../../src/app/editor/late-parts.ts';
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
  [
    'a last row of Word between conditions',
    '<table class=MsoTableGrid border=1><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr><![if !supportMisalignedColumns]><tr height=0><td width=9></td><td width=9></td></tr><![endif]></table>',
    ['a|b', 'c'],
  ],
  [
    'rows merged over three rows',
    '<table border=1><tr><td rowspan=3>a</td><td rowspan=3>b</td></tr><tr></tr><tr></tr><tr><td>c</td><td>d</td></tr></table>',
    ['a|b', 'c|d'],
  ],
  [
    'a last row of no height in points',
    '<table><tr><td>a</td><td>b</td></tr><tr height="0pt"><td></td><td></td></tr></table>',
    ['a|b'],
  ],
  [
    'a hidden row in a merged column',
    '<table border=1><tr><td rowspan=3>a</td><td>b</td></tr><tr style="display:none"><td>x</td></tr><tr><td>c</td></tr></table>',
    ['a|b', 'c'],
  ],
  [
    'a row of no height that has text',
    '<table><tr><td>a</td></tr><tr height=0><td>b</td></tr></table>',
    ['a', 'b'],
  ],
  [
    'rows of space in cells',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>&nbsp;</td><td>&nbsp;</td></tr></table>',
    ['a|b', '|'],
  ],
  [
    'a head that is repeated on pages',
    '<table><thead><tr><td colspan=2><p>a</p></td></tr></thead><tr><td>b</td><td>c</td></tr></table>',
    ['a', 'b|c'],
  ],
  ['a single cell of a sheet', '<table border=0><tr><td>a</td></tr></table>', []],
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
