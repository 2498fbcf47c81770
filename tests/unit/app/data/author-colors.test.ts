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
  expect(colors.get('user-0')).toBe(AUTHOR_COLORS[(index + 6) % AUTHOR_COLORS.length]);
});

test('two, three or four people never have neighbouring colors', () => {
  for (let first = 0; first < 200; first += 1) {
    for (const count of [2, 3, 4]) {
      const users = Array.from({ length: count }, (_, at) => ({ userId: `${first} ${at}`, color: null }));
      const places = [...assignAuthorColors(users).values()]
        .map((color) => AUTHOR_COLORS.findIndex((one) => one === color))
        .toSorted((a, b) => a - b);
      const gaps = places.map((place, at) => (places[(at + 1) % count] ?? 0) - place);
      expect(Math.min(...gaps.map((gap) => (gap > 0 ? gap : gap + 12))), `${first}`).toBeGreaterThanOrEqual(
        2,
      );
    }
  }
});

test('several tabs of a user count as one user', () => {
  expect(assignAuthorColors([...people(1), ...people(1)]).size).toBe(1);
});
