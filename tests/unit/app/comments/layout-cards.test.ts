import { expect, test } from 'vitest';
import { layoutCards, type Card } from '../../../../src/app/comments/layout-cards.ts';

/** A small generator, so that each failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const GAP = 10;

function someCards(seed: number): { cards: Card[]; active: string | null } {
  const next = random(seed);
  const count = Math.floor(next() * 12);
  const cards = Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    // Some share a line.
    wanted: Math.floor(next() * 20) * 30,
    height: 20 + Math.floor(next() * 100),
  }));
  return { cards, active: next() < 0.5 && count > 0 ? `${Math.floor(next() * count)}` : null };
}

const movement = (cards: readonly Card[], tops: ReadonlyMap<string, number>): number =>
  cards.reduce((sum, { id, wanted }) => sum + (tops.get(id)! - wanted) ** 2, 0);

/** The least movement by Dykstra's alternating projections: slow, and of another kind. */
function leastMovement(cards: readonly Card[], active: string | null): number {
  const sorted = cards.toSorted((one, other) => one.wanted - other.wanted);
  const fixed = sorted.findIndex(({ id }) => id === active);
  const tops = sorted.map(({ wanted }) => wanted);
  const kept = sorted.map(() => 0);
  for (let round = 0; round < 4000; round += 1)
    for (let at = 0; at + 1 < tops.length; at += 1) {
      const [above, below] = [at === fixed ? 0 : 1, at + 1 === fixed ? 0 : 1];
      const [one, other] = [tops[at]! - above * kept[at]!, tops[at + 1]! + below * kept[at]!];
      const excess = Math.max(0, one + sorted[at]!.height + GAP - other);
      const push = excess / (above + below);
      [tops[at], tops[at + 1], kept[at]] = [one - above * push, other + below * push, -push];
    }
  return tops.reduce((sum, top, at) => sum + (top - sorted[at]!.wanted) ** 2, 0);
}

test('1,000 random columns: sorted, no overlap, the active card at its line', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const { cards, active } = someCards(seed);
    const tops = layoutCards(cards, active, GAP);
    const onFloor = layoutCards(cards, active, GAP, 100);
    expect(tops.size, `${seed}`).toBe(cards.length);
    const sorted = cards.toSorted((one, other) => one.wanted - other.wanted);
    for (const [at, { id, height }] of sorted.slice(0, -1).entries())
      for (const placed of [tops, onFloor])
        expect(placed.get(id)! + height + GAP, `${seed}`).toBeLessThanOrEqual(
          placed.get(sorted[at + 1]!.id)! + 1e-6,
        );
    if (active === null) expect(Math.min(100, ...onFloor.values()), `${seed}`).toBe(100);
    for (const placed of [tops, onFloor])
      if (active !== null)
        expect(placed.get(active), `${seed}`).toBe(cards.find(({ id }) => id === active)?.wanted);
  }
});

test('no layout moves the cards less', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const { cards, active } = someCards(seed);
    const least = leastMovement(cards, active);
    const moved = movement(cards, layoutCards(cards, active, GAP));
    expect(Math.abs(moved - least), `${seed}`).toBeLessThan(0.5 + least / 1000);
  }
});

test.each<[string, Card[], string | null, Record<string, number>]>([
  ['none', [], null, {}],
  ['one', [{ id: 'a', wanted: 7, height: 50 }], null, { a: 7 }],
  [
    'two on one line share the movement',
    [
      { id: 'a', wanted: 100, height: 40 },
      { id: 'b', wanted: 100, height: 40 },
    ],
    null,
    { a: 75, b: 125 },
  ],
  [
    'the active one stays, the other gives way',
    [
      { id: 'a', wanted: 100, height: 40 },
      { id: 'b', wanted: 110, height: 40 },
    ],
    'b',
    { a: 60, b: 110 },
  ],
  ['an unknown active card changes nothing', [{ id: 'a', wanted: 100, height: 40 }], 'x', { a: 100 }],
])('%s', (_, cards, active, wanted) => {
  expect(Object.fromEntries(layoutCards(cards, active, GAP))).toEqual(wanted);
});

test('500 cards take at most 4 ms', () => {
  const next = random(5);
  const cards = Array.from({ length: 500 }, (_, at) => ({
    id: `${at}`,
    wanted: Math.floor(next() * 8000),
    height: 60 + Math.floor(next() * 200),
  }));
  for (let warm = 0; warm < 20; warm += 1) layoutCards(cards, '250', GAP);
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    layoutCards(cards, '250', GAP);
    return performance.now() - start;
  });
  expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(4);
});

test('the active card stands at its line, although there is no room above the first', () => {
  const cards = [
    { id: 'first', wanted: 40, height: 110 },
    { id: 'active', wanted: 40, height: 200 },
    { id: 'last', wanted: 400, height: 100 },
  ];
  const expected = { first: 40 - 110 - GAP, active: 40, last: 400 };
  expect(Object.fromEntries(layoutCards(cards, 'active', GAP, 10))).toEqual(expected);
});
