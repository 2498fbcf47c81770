import { expect, test } from 'vitest';
import { collapseSeats, type Collapsing } from '../../../../src/app/comments/collapse-seats.ts';
import type { Seat } from '../../../../src/app/comments/seat.ts';
import { thread } from './fake-comments.tsx';

const WINDOW: Collapsing = { screen: 800, active: null, expanded: null };

const seatsAt = (...tops: readonly number[]): Seat[] =>
  tops.map((top, at) => ({ id: `${at}`, thread: thread('1'), top }));
/** Three on each line, 50 px apart. */
const many = seatsAt(...Array.from({ length: 42 }, (_, at) => Math.floor(at / 3) * 50));

const show = (seats: readonly Seat[], more: Partial<Collapsing> = {}): string[] =>
  collapseSeats(seats, { ...WINDOW, ...more }).map((place) =>
    'group' in place ? `${place.id} ×${place.group.length}` : place.id,
  );

test('forty threads in a window are cards, however near', () => {
  const forty = seatsAt(...Array.from({ length: 40 }, () => 100));
  expect(show(forty)).toEqual(forty.map(({ id }) => id));
  expect(show([...forty, ...seatsAt(...Array.from({ length: 40 }, () => 1000))])).toHaveLength(80);
  expect(show(many, { screen: 400 })).toHaveLength(42);
});

test('more share a button for each line, in the crowded part only', () => {
  expect(show(many, { screen: 1400 })).toEqual(Array.from({ length: 14 }, (_, at) => `group-${3 * at} ×3`));
  const far = seatsAt(...Array.from({ length: 50 }, () => 100), 3000, 3000);
  expect(show(far)).toEqual(['group-0 ×50', '50', '51']);
});

test('the active thread and those of the opened button are cards behind it', () => {
  expect(show(many, { screen: 1400, active: '4', expanded: 'group-0' }).slice(0, 7)).toEqual([
    'group-0 ×3',
    '0',
    '1',
    '2',
    'group-3 ×3',
    '4',
    'group-6 ×3',
  ]);
});

test('a comment that is being written is a card, and a thread alone at its line too', () => {
  const draft: Seat = { id: 'draft', thread: null, top: 0 };
  expect(show([draft, ...many], { screen: 1400 }).slice(0, 2)).toEqual(['group-draft ×3', 'draft']);
  const last: Seat = { id: 'last', thread: thread('2'), top: 700 };
  expect(show([...many, last], { screen: 1400 }).at(-1)).toBe('last');
});
