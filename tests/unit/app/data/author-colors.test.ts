import { expect, test } from 'vitest';
import { assignAuthorColors, AUTHOR_COLORS } from '../../../../src/app/data/author-colors.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ userId: `user-${at}`, color: null }));

test('twelve users get twelve colors, whatever their ids', () => {
  expect(new Set(assignAuthorColors(people(12)).values()).size).toBe(12);
});

test('with more users than colors each user still gets one', () => {
  const colors = assignAuthorColors(people(30));
  expect(colors.size).toBe(30);
  for (const color of colors.values()) expect(AUTHOR_COLORS).toContain(color);
});

test('all clients assign the same colors, in whatever order they received the users', () => {
  const forward = assignAuthorColors(people(9));
  const backward = assignAuthorColors(people(9).toReversed());
  for (const [userId, color] of forward) expect(backward.get(userId)).toBe(color);
});

test('a chosen color is kept; a user who had it by default gets another', () => {
  const natural = assignAuthorColors(people(1)).get('user-0');
  const index = AUTHOR_COLORS.findIndex((color) => color === natural);
  const colors = assignAuthorColors([...people(1), { userId: 'zoe', color: index }]);
  expect(colors.get('zoe')).toBe(natural);
  expect(colors.get('user-0')).toBe(AUTHOR_COLORS[(index + 1) % AUTHOR_COLORS.length]);
});

test('several tabs of a user count as one user', () => {
  expect(assignAuthorColors([...people(1), ...people(1)]).size).toBe(1);
});
