// @vitest-environment jsdom
/** Widths of columns, through every change of a table that keeps them, and for two people at once. */
import { CellSelection, TableMap } from '@tiptap/pm/tables';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { widthsOf } from '../../../../../src/app/editor/table/column-widths.ts';
import { setColumnWidth } from '../../../../../src/app/editor/table/resize-column.ts';
import {
  isPossible,
  runTableCommand,
  TABLE_COMMANDS,
  type TableCommandId,
} from '../../../../../src/app/editor/table/table-commands.ts';
import {
  closeSeat,
  meet,
  openSeat,
  paste,
  pause,
  readHtml,
  take,
  type Seat,
} from '../../../../support/editors.ts';

let jana: Seat;
let petr: Seat;

beforeEach(() => {
  jana = openSeat('Jana', '#ce0d6e');
  petr = openSeat('Petr', '#007e68');
});
afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
});

const cell = (text: string, attributes = ''): string => `<td ${attributes}><p>${text}</p></td>`;
const table = (...rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</table><p>end</p>`;
const A = 'colwidth="100"';
const B = 'colwidth="200"';
const WIDE = table([cell('a', A), cell('b', B), cell('c')], [cell('d', A), cell('e', B), cell('f')]);
const MERGED = table(
  [cell('a', 'colspan="2" colwidth="100,200"'), cell('c')],
  [cell('d', A), cell('e', B), cell('f')],
);

function fill(html: string): void {
  const other = openSeat('Eva', '#b95600');
  other.editor.commands.setContent(html);
  take(jana, other);
  take(petr, other);
  closeSeat(other);
}

function placesIn({ editor }: Seat): number[] {
  const places: number[] = [];
  editor.state.doc.descendants(({ type: { name } }, at) => {
    if (name === 'tableCell' || name === 'tableHeader') places.push(at);
  });
  return places;
}

function setWidth(seat: Seat, at: number, px: number | null): void {
  const { state, view } = seat.editor;
  pause(seat);
  view.dispatch(setColumnWidth(state.tr, placesIn(seat)[at]!, px));
}

function run(seat: Seat, id: TableCommandId, from: number, to = from): void {
  const places = placesIn(seat);
  const { state, view } = seat.editor;
  pause(seat);
  view.dispatch(state.tr.setSelection(CellSelection.create(state.doc, places[from]!, places[to])));
  const command = [...TABLE_COMMANDS.row, ...TABLE_COMMANDS.column].find((one) => one.id === id);
  if (command) runTableCommand(seat.editor, command);
}

/** Of the first table: the widths of its columns, and `!` if a cell disagrees. */
function widths({ editor }: Seat): string {
  const node = editor.state.doc.children.find(({ type: { name } }) => name === 'table');
  if (!node) return 'no table';
  return widthsOf(node).join(' ') + (TableMap.get(node).problems === null ? '' : ' !');
}

test('a width is stored in each cell, drawn as a style and taken back', () => {
  fill(table([cell('a'), cell('b')], [cell('c'), cell('d')]));
  const before = readHtml(jana.editor);
  setWidth(jana, 1, 120);
  meet(jana, petr);
  expect(widths(petr)).toBe('0 120');
  const drawn = [...petr.editor.view.dom.querySelectorAll<HTMLElement>('td')].map(({ style }) => style.width);
  expect(drawn).toEqual(['', '120px', '', '120px']);
  setWidth(jana, 3, null);
  meet(jana, petr);
  expect(readHtml(petr.editor)).toBe(before);
  jana.editor.commands.undo();
  meet(jana, petr);
  expect(widths(petr)).toBe('0 120');
  jana.editor.commands.undo();
  meet(jana, petr);
  expect(readHtml(petr.editor)).toBe(before);
});

test.each([
  [1, 48],
  [47.6, 48],
  [100.4, 100],
  [1e9, 1000],
])('a width of %d px becomes %d', (px, stored) => {
  fill(table([cell('a'), cell('b')]));
  setWidth(jana, 0, px);
  expect(widths(jana)).toBe(`${stored} 0`);
});

test.each([
  ['the last column of a merged cell', MERGED, '100 300 0'],
  [
    'a merged cell, where no other has its column',
    table([cell('a', 'colspan="2"'), cell('b')], [cell('c', 'colspan="2"'), cell('d')]),
    '0 300 0',
  ],
])('%s gets the width', (_, html, expected) => {
  fill(html);
  setWidth(jana, 0, 300);
  expect(widths(jana)).toBe(expected);
});

describe('a command keeps the widths of the columns that stay', () => {
  test.each<[string, TableCommandId, number, number, string]>([
    [WIDE, 'rowAfter', 0, 0, '100 200 0'],
    [WIDE, 'rowBefore', 0, 0, '100 200 0'],
    [WIDE, 'columnAfter', 0, 0, '100 0 200 0'],
    [WIDE, 'columnBefore', 0, 0, '0 100 200 0'],
    [WIDE, 'deleteRow', 0, 0, '100 200 0'],
    [WIDE, 'deleteColumn', 0, 0, '200 0'],
    [WIDE, 'headerRow', 0, 0, '100 200 0'],
    [WIDE, 'headerColumn', 0, 0, '100 200 0'],
    [WIDE, 'mergeCells', 0, 1, '100 200 0'],
    [WIDE, 'mergeCells', 0, 4, '100 200 0'],
    [WIDE, 'mergeCells', 0, 3, '100 200 0'],
    [WIDE, 'mergeNext', 1, 1, '100 200 0'],
    [WIDE, 'mergeBelow', 0, 0, '100 200 0'],
    [MERGED, 'splitCell', 0, 0, '100 200 0'],
    [MERGED, 'deleteRow', 2, 2, '100 200 0'],
    [MERGED, 'deleteColumn', 2, 2, '200 0'],
    [MERGED, 'columnAfter', 2, 2, '100 0 200 0'],
  ])('%s: %s from cell %d to %d', (html, id, from, to, expected) => {
    fill(html);
    run(jana, id, from, to);
    meet(jana, petr);
    expect(widths(jana)).toBe(expected);
    expect(widths(petr)).toBe(expected);
    jana.editor.commands.undo();
    meet(jana, petr);
    expect(widths(petr)).toBe('100 200 0');
  });

  test('Tab in the last cell', () => {
    fill(WIDE);
    jana.editor.commands.setTextSelection(placesIn(jana).at(-1)! + 2);
    jana.editor.view.dom.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }),
    );
    expect(placesIn(jana)).toHaveLength(9);
    expect(widths(jana)).toBe('100 200 0');
  });
});

test('pasted cells take the widths of their columns, a pasted table keeps its own', () => {
  fill(WIDE);
  const copied = table(
    [cell('x', B), cell('y', A), cell('z', A)],
    [cell('x', B), cell('y', A), cell('z', A)],
  );
  jana.editor.commands.setTextSelection(placesIn(jana)[0]! + 2);
  paste(jana, { html: copied.replace('<p>end</p>', '') });
  expect(jana.editor.state.doc.textContent).toContain('xyz');
  expect(widths(jana)).toBe('100 200 0');
  jana.editor.commands.setContent('<p>a</p>');
  paste(jana, { html: copied });
  expect(widths(jana)).toBe('200 100 100');
});

describe('two at once', () => {
  const THREE = table(...['abc', 'def', 'ghi'].map((row) => row.split('').map((text) => cell(text))));
  test.each<[string, (seat: Seat) => void, (seat: Seat) => void, string]>([
    ['two columns', (one) => setWidth(one, 0, 100), (other) => setWidth(other, 1, 200), '100 200 0'],
    ['a row more', (one) => setWidth(one, 0, 100), (other) => run(other, 'rowAfter', 1), '100 0 0'],
    ['a row less', (one) => setWidth(one, 0, 100), (other) => run(other, 'deleteRow', 1), '100 0 0'],
    ['a column more', (one) => setWidth(one, 1, 100), (other) => run(other, 'columnBefore', 1), '0 0 100 0'],
    ['a column less', (one) => setWidth(one, 2, 100), (other) => run(other, 'deleteColumn', 0), '0 100'],
    ['a merge', (one) => setWidth(one, 1, 100), (other) => run(other, 'mergeCells', 0, 1), '0 100 0'],
    ['a header row', (one) => setWidth(one, 1, 100), (other) => run(other, 'headerRow', 0), '0 100 0'],
  ])('%s', (_, one, other, expected) => {
    fill(THREE);
    one(jana);
    other(petr);
    meet(jana, petr);
    expect(widths(jana)).toBe(expected);
    expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
  });

  test.each(['a', 'b'])('columns under one merged cell, cell %s split meanwhile or not', (which) => {
    fill(MERGED);
    setWidth(jana, 3 - 1, 120);
    setWidth(petr, 3, 220);
    if (which === 'b') run(petr, 'splitCell', 0);
    meet(jana, petr);
    expect(widths(jana)).toBe('120 220 0');
    expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
    for (const seat of [jana, petr]) seat.editor.commands.undo();
    meet(jana, petr);
    expect(widths(jana).endsWith('!')).toBe(false);
    expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
  });

  test('the same column: one of both widths, and an automatic one loses', () => {
    fill(WIDE);
    setWidth(jana, 0, 120);
    setWidth(petr, 0, 140);
    meet(jana, petr);
    expect(['120 200 0', '140 200 0']).toContain(widths(jana));
    expect(widths(petr)).toBe(widths(jana));
    setWidth(jana, 0, null);
    setWidth(petr, 0, 160);
    meet(jana, petr);
    expect([widths(jana), widths(petr)]).toEqual(['160 200 0', '160 200 0']);
  });
});

describe('cells that disagree', () => {
  /** Before any page repairs them. */
  const widen = (seat: Seat, at: number, width: number): void =>
    seat.editor.view.dispatch(
      seat.editor.state.tr.setNodeAttribute(placesIn(seat)[at]!, 'colwidth', [width]),
    );

  test('do not keep a table from being merged', () => {
    fill(table([cell('a', A), cell('b')], [cell('c', B), cell('d')], [cell('e'), cell('f')]));
    const { doc, tr } = jana.editor.state;
    jana.editor.view.dispatch(tr.setSelection(CellSelection.create(doc, placesIn(jana)[0]!)));
    const command = TABLE_COMMANDS.row.find(({ id }) => id === 'mergeNext')!;
    expect(isPossible(jana.editor, command)).toBe(true);
    runTableCommand(jana.editor, command);
    expect(jana.editor.view.dom.querySelector('td')?.colSpan).toBe(2);
    expect(widths(jana)).toBe('200 0');
  });

  test('leave selected cells selected', () => {
    fill(WIDE);
    const { doc, tr } = jana.editor.state;
    const [from, to] = placesIn(jana);
    jana.editor.view.dispatch(tr.setSelection(CellSelection.create(doc, from!, to)));
    widen(petr, 3, 300);
    meet(jana, petr);
    expect(widths(jana)).toBe('300 200 0 !');
    expect(jana.editor.state.selection).toBeInstanceOf(CellSelection);
    expect(jana.editor.state.selection.ranges).toHaveLength(2);
  });

  test('of which most are merged have the width of those that are not', () => {
    const merged = cell('a', 'colspan="2" colwidth="300,200"');
    fill(table([merged, cell('c')], [merged, cell('d')], [cell('e', A), cell('f', B), cell('g')]));
    setWidth(jana, 1, 400);
    expect(widths(jana)).toBe('100 200 400');
  });
});
