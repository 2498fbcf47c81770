// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { keepTypedAhead, takeTypedAhead } from '../../../../../src/app/editor/comments/typed-ahead.ts';

afterEach(() => {
  takeTypedAhead();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Whether the page would have received the key. */
const press = (key: string, how: KeyboardEventInit = {}): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }));

test('keeps lines that are typed before the field is there, once', () => {
  keepTypedAhead();
  expect(press('a')).toBe(false);
  expect(press(' ')).toBe(false);
  for (const key of ['x', 'Backspace', 'b', 'Enter', 'č']) press(key);
  expect(press('r', { ctrlKey: true })).toBe(true);
  expect(press('F5')).toBe(true);
  expect(takeTypedAhead()).toEqual(['a b', 'č']);
  expect(takeTypedAhead()).toEqual([]);
  expect(press('a')).toBe(true);
});

test.each(['Escape', 'Tab'])('%s drops them', (key) => {
  keepTypedAhead();
  press('a');
  press(key);
  expect(press('b')).toBe(true);
  expect(takeTypedAhead()).toEqual([]);
});

test('a click drops them, and so does a field that does not come', () => {
  vi.useFakeTimers();
  keepTypedAhead();
  press('a');
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(takeTypedAhead()).toEqual([]);
  keepTypedAhead();
  press('a');
  vi.advanceTimersByTime(20_000);
  expect(press('b')).toBe(true);
  expect(takeTypedAhead()).toEqual([]);
});

test('leaves keys to a field that has the focus', () => {
  const field = document.body.appendChild(document.createElement('input'));
  keepTypedAhead();
  field.focus();
  expect(press('a')).toBe(true);
  expect(takeTypedAhead()).toEqual([]);
});
