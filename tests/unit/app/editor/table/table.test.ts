// @vitest-environment jsdom
import { DOMSerializer, Node } from '@tiptap/pm/model';
import { CellSelection } from '@tiptap/pm/tables';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { canInsertTable, NEW_TABLE } from '../../../../../src/app/editor/table/insert-table.ts';
import {
  isPossible,
  runTableCommand,
  TABLE_COMMANDS,
  type TableCommand,
  type TableCommandId,
} from '../../../../../src/app/editor/table/table-commands.ts';
import { ALIGNMENTS, documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { alignChain, isAligned } from '../../../../../src/app/editor/typing/align-text.ts';
import { MAX_SPAN } from '#contract/limits.ts';
import {
  closeSeat,
  connectSeats,
  openSeat,
  pause,
  typeText,
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

const type = ({ editor: { view } }: Seat, text: string): void =>
  view.dispatch(view.state.tr.insertText(text));

/** The cells of each row, prefixed with H for headers and c for others, and with their columns and rows if merged. */
const rows = ({ editor }: Seat): string[] =>
  [...editor.view.dom.querySelectorAll('tr')].map((row) =>
    [...row.cells].map((cell) => (cell.tagName === 'TH' ? 'H' : 'c') + spanOf(cell) + textIn(cell)).join(' '),
  );

const spanOf = ({ colSpan, rowSpan }: HTMLTableCellElement): string =>
  colSpan > 1 || rowSpan > 1 ? `${colSpan}x${rowSpan}:` : '';
const textIn = (cell: Element): string => [...cell.children].map(({ textContent }) => textContent).join('/');

const press = ({ editor }: Seat, key: string, shiftKey = false): boolean =>
  !editor.view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
  );

function commandOf(id: TableCommandId): TableCommand {
  const command = [...TABLE_COMMANDS.row, ...TABLE_COMMANDS.column].find((one) => one.id === id);
  if (!command) throw new Error(id);
  return command;
}

const run = ({ editor }: Seat, id: TableCommandId): void => runTableCommand(editor, commandOf(id));
const canRun = ({ editor }: Seat, id: TableCommandId): boolean => isPossible(editor, commandOf(id));

/** Selects the cells from one to another, counted in document order. */
function selectCells({ editor }: Seat, from: number, to: number): void {
  const { state, view } = editor;
  const places: number[] = [];
  state.doc.descendants(({ type: { name } }, at) => {
    if (name === 'tableCell' || name === 'tableHeader') places.push(at);
  });
  view.dispatch(state.tr.setSelection(CellSelection.create(state.doc, places[from] ?? 0, places[to])));
}

const fillTable = (seat: Seat, texts: readonly (readonly string[])[]): void =>
  void seat.editor.commands.setContent(
    `<table>${texts.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')}</table><p></p>`,
  );

function inTable(seat: Seat): boolean {
  return seat.editor.isActive('table');
}

test('a new table has three rows and columns, a header, and the caret in its first cell', () => {
  connectSeats(jana, petr);
  jana.editor.commands.insertTable(NEW_TABLE);
  type(jana, 'a');
  expect(rows(petr)).toEqual(['Ha H H', 'c c c', 'c c c']);
  expect(canInsertTable(jana.editor)).toBe(false);
});

test('a table at the end of the document is followed by an empty line', () => {
  connectSeats(jana, petr);
  jana.editor.commands.insertTable(NEW_TABLE);
  expect(petr.editor.state.doc.children.map(({ type: { name } }) => name)).toEqual(['table', 'paragraph']);
});

test('Tab moves to the next cell, Shift+Tab to the previous, and Tab adds a row at the end', () => {
  jana.editor.commands.insertTable({ rows: 2, cols: 2, withHeaderRow: true });
  for (const text of ['b', 'c', 'd']) {
    expect(press(jana, 'Tab')).toBe(true);
    type(jana, text);
  }
  expect(rows(jana)).toEqual(['H Hb', 'cc cd']);
  press(jana, 'Tab');
  type(jana, 'e');
  expect(rows(jana)).toEqual(['H Hb', 'cc cd', 'ce c']);
  press(jana, 'Tab', true);
  type(jana, 'D');
  expect(rows(jana)[1]).toBe('cc cD');
});

test.each<[TableCommandId, string[]]>([
  ['rowBefore', ['c c', 'Hx H', 'c c']],
  ['rowAfter', ['Hx H', 'c c', 'c c']],
  ['columnBefore', ['H Hx H', 'c c c']],
  ['columnAfter', ['Hx H H', 'c c c']],
  ['deleteRow', ['c c']],
  ['deleteColumn', ['H', 'c']],
  ['headerRow', ['cx c', 'c c']],
  ['headerColumn', ['Hx H', 'H c']],
  ['deleteTable', []],
])('%s', (id, after) => {
  connectSeats(jana, petr);
  jana.editor.commands.insertTable({ rows: 2, cols: 2, withHeaderRow: true });
  type(jana, 'x');
  run(jana, id);
  expect(rows(jana)).toEqual(after);
  expect(rows(petr)).toEqual(after);
  expect(inTable(jana)).toBe(id !== 'deleteTable');
});

test.each<[TableCommandId, number, number]>([
  ['deleteRow', 1, 2],
  ['deleteColumn', 2, 1],
])('%s of the only one deletes the table', (id, count, cols) => {
  jana.editor.commands.insertTable({ rows: count, cols, withHeaderRow: false });
  run(jana, id);
  expect(inTable(jana)).toBe(false);
});

const NINE = ['abc', 'def', 'ghi'].map((row) => row.split(''));

test.each([
  ['in a row', 0, 1, ['c2x1:a/b cc', 'cd ce cf', 'cg ch ci']],
  ['in a column', 1, 7, ['ca c1x3:b/e/h cc', 'cd cf', 'cg ci']],
  ['in a square', 4, 8, ['ca cb cc', 'cd c2x2:e/f/h/i', 'cg']],
  ['backwards', 8, 4, ['ca cb cc', 'cd c2x2:e/f/h/i', 'cg']],
  ['all', 0, 8, ['c3x3:a/b/c/d/e/f/g/h/i', '', '']],
])(
  'cells %s are merged with all their text, split again, and both undone in one step each',
  (_, from, to, after) => {
    connectSeats(jana, petr);
    fillTable(jana, NINE);
    const before = rows(jana);
    pause(jana);
    selectCells(jana, from, to);
    expect([canRun(jana, 'mergeCells'), canRun(jana, 'splitCell')]).toEqual([true, false]);
    run(jana, 'mergeCells');
    expect(rows(jana)).toEqual(after);
    expect(rows(petr)).toEqual(after);
    expect([canRun(jana, 'mergeCells'), canRun(jana, 'splitCell')]).toEqual([false, true]);
    expect(jana.editor.state.selection.empty).toBe(true);
    pause(jana);
    run(jana, 'splitCell');
    expect(rows(petr).map((row) => row.split(' ').length)).toEqual([3, 3, 3]);
    expect(rows(petr).join('').replaceAll(/[c/ ]/g, '')).toBe(after.join('').replaceAll(/\dx\d:|[c/ ]/g, ''));
    jana.editor.commands.undo();
    expect(rows(petr)).toEqual(after);
    jana.editor.commands.undo();
    expect(rows(petr)).toEqual(before);
  },
);

test('the cell with the caret is merged with the next one and the one below, where these fit to it', () => {
  fillTable(jana, NINE);
  jana.editor.commands.setTextSelection(4);
  run(jana, 'mergeNext');
  type(jana, '!');
  expect(rows(jana)).toEqual(['c2x1:!a/b cc', 'cd ce cf', 'cg ch ci']);
  run(jana, 'mergeBelow');
  expect(rows(jana)).toEqual(['c2x2:!a/b/d/e cc', 'cf', 'cg ch ci']);
  run(jana, 'mergeNext');
  expect(rows(jana)).toEqual(['c3x2:!a/b/d/e/c/f', '', 'cg ch ci']);
  expect([canRun(jana, 'mergeNext'), canRun(jana, 'mergeBelow')]).toEqual([false, true]);
  jana.editor.commands.setTextSelection(jana.editor.state.doc.content.size - 6);
  expect([canRun(jana, 'mergeNext'), canRun(jana, 'mergeBelow')]).toEqual([false, false]);
});

test('after a merge the caret is behind the text of the cell', () => {
  fillTable(jana, NINE);
  selectCells(jana, 8, 4);
  run(jana, 'mergeCells');
  typeText(jana, 'x');
  expect(rows(jana)).toEqual(['ca cb cc', 'cd c2x2:e/f/h/ix', 'cg']);
});

test('a row and a column beside a merged square have all their cells', () => {
  fillTable(jana, NINE);
  selectCells(jana, 0, 4);
  run(jana, 'mergeCells');
  selectCells(jana, 2, 2);
  run(jana, 'rowBefore');
  expect(rows(jana)).toEqual(['c2x3:a/b/d/e cc', 'c', 'cf', 'cg ch ci']);
  selectCells(jana, 5, 5);
  run(jana, 'columnBefore');
  expect(rows(jana)).toEqual(['c3x3:a/b/d/e cc', 'c', 'cf', 'cg c ch ci']);
  selectCells(jana, 5, 5);
  run(jana, 'deleteColumn');
  selectCells(jana, 2, 2);
  run(jana, 'deleteRow');
  expect(rows(jana)).toEqual(['c2x2:a/b/d/e cc', 'cf', 'cg ch ci']);
});

test('empty cells leave no lines behind when they are merged', () => {
  fillTable(jana, [['', 'b', '', 'd']]);
  selectCells(jana, 0, 3);
  run(jana, 'mergeCells');
  expect(rows(jana)).toEqual(['c4x1:b/d']);
});

test('one cell, and cells that a merged one reaches out of, are not merged', () => {
  fillTable(jana, NINE);
  selectCells(jana, 0, 0);
  expect(canRun(jana, 'mergeCells')).toBe(false);
  jana.editor.commands.setTextSelection(4);
  expect([canRun(jana, 'mergeCells'), canRun(jana, 'splitCell')]).toEqual([false, false]);
  selectCells(jana, 4, 5);
  run(jana, 'mergeCells');
  jana.editor.commands.setTextSelection(4);
  expect(canRun(jana, 'splitCell')).toBe(false);
});

test.each(ALIGNMENTS)(
  'all text of the selected cells is aligned %s, also that of merged ones and in later rows',
  (alignment) => {
    fillTable(jana, NINE);
    selectCells(jana, 0, 1);
    run(jana, 'mergeCells');
    selectCells(jana, 0, 3);
    alignChain(jana.editor.chain(), jana.editor, alignment).run();
    const aligned = [...jana.editor.view.dom.querySelectorAll('p')].map(({ style, textContent }) => [
      textContent,
      style.textAlign,
    ]);
    const value = alignment === 'left' ? '' : alignment;
    expect(Object.fromEntries(aligned)).toMatchObject({
      a: value,
      b: value,
      c: '',
      d: value,
      e: value,
      g: '',
    });
    expect(isAligned(jana.editor, alignment)).toBe(true);
  },
);

test('a cell does not grow beyond the columns that the log accepts', () => {
  const wide = Array.from({ length: MAX_SPAN + 1 }, () => 'x');
  fillTable(jana, [wide, wide]);
  selectCells(jana, 0, MAX_SPAN);
  expect(canRun(jana, 'mergeCells')).toBe(false);
  selectCells(jana, 0, MAX_SPAN - 1);
  run(jana, 'mergeCells');
  expect(rows(jana)[0]).toContain(`${MAX_SPAN}x1:`);
  selectCells(jana, 3, 3);
  const before = rows(jana);
  run(jana, 'columnAfter');
  expect(rows(jana)).toEqual(before);
});

test('remote changes around and in the table leave the local caret in its cell', () => {
  connectSeats(jana, petr);
  jana.editor.commands.insertTable(NEW_TABLE);
  press(jana, 'Tab');
  type(jana, 'mine');
  const changes: (() => void)[] = [
    () => petr.editor.commands.insertContentAt(0, '<p>before</p>'),
    () => petr.editor.commands.setTextSelection(lastCell(petr)),
    () => type(petr, 'theirs'),
    () => run(petr, 'rowAfter'),
    () => run(petr, 'columnBefore'),
    () => run(petr, 'headerRow'),
  ];
  for (const [step, change] of changes.entries()) {
    change();
    type(jana, String(step));
    expect(jana.editor.state.selection.$from.parent.textContent, rows(jana).join(' | ')).toBe(
      `mine${'012345'.slice(0, step + 1)}`,
    );
    expect(inTable(jana)).toBe(true);
    expect(petr.editor.getJSON()).toEqual(jana.editor.getJSON());
  }
});

function lastCell({ editor }: Seat): number {
  let place = 0;
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === 'tableCell') place = at + 2;
  });
  return place;
}

function exchange(): void {
  const [mine, theirs] = [jana, petr].map(({ doc }) => Y.encodeStateAsUpdate(doc));
  if (mine) Y.applyUpdate(petr.doc, mine, 'remote');
  if (theirs) Y.applyUpdate(jana.doc, theirs, 'remote');
}

test('after a row and a column added concurrently, one editor adds the missing cell, and none writes after that', () => {
  jana.editor.commands.insertTable({ rows: 2, cols: 2, withHeaderRow: false });
  exchange();
  petr.editor.commands.setTextSelection(4);
  run(jana, 'rowAfter');
  run(petr, 'columnAfter');
  for (let round = 0; round < 2; round += 1) exchange();
  const merged = jana.doc.getXmlFragment(TEXT_ROOT).toJSON();
  for (let round = 0; round < 3; round += 1) exchange();
  expect(jana.doc.getXmlFragment(TEXT_ROOT).toJSON()).toBe(merged);
  expect(rows(jana).map((row) => row.split(' ').length)).toEqual([3, 3, 3]);
  run(jana, 'rowAfter');
  exchange();
  expect(rows(petr).map((row) => row.split(' ').length)).toEqual([3, 3, 3, 3]);
  expect(rows(petr)).toEqual(rows(jana));
});

test('a peer cannot set a style on a table', () => {
  const schema = documentSchema();
  const cell = {
    type: 'tableCell',
    attrs: {
      colwidth: ['1px; position: fixed'],
      align: 'left; inset: 0',
      colspan: '9" style="x',
      rowspan: 1e9,
    },
    content: [{ type: 'paragraph' }],
  };
  const doc = Node.fromJSON(schema, {
    type: 'doc',
    content: [{ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }],
  });
  const body = document.createElement('div');
  body.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  expect(body.querySelector('table')?.outerHTML).toBe(
    '<table><tbody><tr><td><p dir="auto"></p></td></tr></tbody></table>',
  );
});
