import { expect, test } from 'vitest';
import {
  extendTo,
  NO_ROWS,
  toggleRow,
  type SelectedRows,
} from '../../../../src/app/documents/selected-rows.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = (rows: SelectedRows): string => [...rows.ids].toSorted().join('');

test('a row is selected, and not any more', () => {
  const one = toggleRow(NO_ROWS, 'b');
  expect(ids(toggleRow(one, 'd'))).toBe('bd');
  expect(ids(toggleRow(one, 'b'))).toBe('');
});

test('a range extends from the row selected last, in both directions, and keeps other selected rows', () => {
  const rows = toggleRow(toggleRow(NO_ROWS, 'a'), 'd');
  expect(ids(extendTo(rows, 'b', order))).toBe('abcd');
  expect(ids(extendTo(extendTo(rows, 'b', order), 'e', order))).toBe('abcde');
});

test('a range without a row before it is the row itself', () => {
  expect(ids(extendTo(NO_ROWS, 'c', order))).toBe('c');
});

test('a range from a row that has left the list adds the row', () => {
  expect(ids(extendTo(toggleRow(NO_ROWS, 'gone'), 'c', order))).toBe('cgone');
});
