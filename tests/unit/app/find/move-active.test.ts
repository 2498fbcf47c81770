import { describe, expect, test } from 'vitest';
import { keepActive, moveActive } from '../../../../src/app/find/move-active.ts';
import type { Row } from '../../../../src/app/find/rows.ts';
import { listed } from './listed.ts';

const rows = ['a', 'b', 'c'].map((id): Row => ({ kind: 'document', id, document: listed(id) }));

test('the highlight stays on its row when others come, and goes to the first when it is gone', () => {
  const [a, b, c] = rows;
  expect(keepActive([c!, a!, b!], 'b')).toBe(b);
  expect(keepActive([c!, a!], 'b')).toBe(c);
  expect(keepActive(rows, null)).toBe(a);
  expect(keepActive([], 'b')).toBeNull();
});

describe('keys', () => {
  test.each([
    ['a', 'ArrowDown', 'b'],
    ['c', 'ArrowDown', 'a'],
    ['a', 'ArrowUp', 'c'],
    ['c', 'ArrowUp', 'b'],
    ['b', 'Home', 'a'],
    ['b', 'End', 'c'],
    [null, 'ArrowDown', 'a'],
    [null, 'ArrowUp', 'c'],
    ['b', 'Enter', undefined],
  ])('from %s with %s to %s', (from, key, to) => {
    expect(moveActive(rows, from, key)?.id).toBe(to);
  });

  test('no rows, no highlight', () => {
    expect(moveActive([], null, 'ArrowDown')).toBeNull();
    expect(moveActive([], null, 'ArrowUp')).toBeNull();
  });
});
