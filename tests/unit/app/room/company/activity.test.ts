import { expect, test } from 'vitest';
import { activityOf, isSelection } from '../../../../../src/app/room/company/activity.ts';

const STILL = { isSilent: false, isTyping: false, isSelecting: false, away: false, unsaved: false };

test.each([
  ['reading', {}],
  ['selecting', { isSelecting: true }],
  ['typing', { isTyping: true, isSelecting: true }],
  ['away', { away: true, isSelecting: true }],
  ['typing', { away: true, isTyping: true }],
  ['unsaved', { unsaved: true, away: true, isTyping: true }],
  ['silent', { isSilent: true, unsaved: true, away: true, isTyping: true }],
] as const)('%s', (activity, seen) => {
  expect(activityOf({ ...STILL, ...seen })).toBe(activity);
});

test('a caret is no selection, and two places are', () => {
  const place = (clock: number) => ({ type: null, item: { client: 1, clock }, assoc: 0 });
  expect(isSelection({ anchor: place(1), head: place(1) })).toBe(false);
  expect(isSelection({ anchor: place(1), head: place(2) })).toBe(true);
  expect(isSelection(null)).toBe(false);
  expect(isSelection(undefined)).toBe(false);
});
