import { expect, test } from 'vitest';
import { groupByDay } from '../../../../src/app/history/group-by-day.ts';

const at = (text: string): { createdAt: Date } => ({ createdAt: new Date(text) });

test('days and the versions in them keep their order', () => {
  const items = [
    at('2026-11-21T09:00'),
    at('2026-11-21T00:00'),
    at('2026-11-20T23:59'),
    at('2026-10-21T12:00'),
  ];
  const groups = groupByDay(items);
  expect(groups.map((group) => group.items.length)).toEqual([2, 1, 1]);
  expect(groups.flatMap((group) => group.items)).toEqual(items);
});

test('without versions there are no days', () => {
  expect(groupByDay([])).toEqual([]);
});
