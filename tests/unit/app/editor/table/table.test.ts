// @vitest-environment jsdom
import { DOMSerializer, Node } from '@tiptap/pm/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { canInsertTable, NEW_TABLE } from '../../../../../src/app/editor/table/insert-table.ts';
import {
  runTableCommand,
  TABLE_COMMANDS,
  type TableCommandId,
} from '../../../../../src/app/editor/table/table-commands.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { closeSeat, connectSeats, openSeat, type Seat } from '../../../../support/editors.ts';

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

/** The cells of each row, prefixed with H for headers and c for others. */
const rows = ({ editor }: Seat): string[] =>
  [...editor.view.dom.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => (cell.tagName === 'TH' ? 'H' : 'c') + cell.textContent).join(' '),
  );

const press = ({ editor }: Seat, key: string, shiftKey = false): boolean =>
  !editor.view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
  );

function run({ editor }: Seat, id: TableCommandId): void {
  const command = [...TABLE_COMMANDS.row, ...TABLE_COMMANDS.column].find((one) => one.id === id);
  if (!command) throw new Error(id);
  runTableCommand(editor, command);
}

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

test('after a row and a column added concurrently, no editor writes until the next command repairs the table', () => {
  jana.editor.commands.insertTable({ rows: 2, cols: 2, withHeaderRow: false });
  exchange();
  petr.editor.commands.setTextSelection(4);
  run(jana, 'rowAfter');
  run(petr, 'columnAfter');
  exchange();
  const merged = jana.doc.getXmlFragment(TEXT_ROOT).toJSON();
  for (let round = 0; round < 3; round += 1) exchange();
  expect(jana.doc.getXmlFragment(TEXT_ROOT).toJSON()).toBe(merged);
  expect(rows(jana).map((row) => row.split(' ').length)).toEqual([3, 2, 3]);
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
