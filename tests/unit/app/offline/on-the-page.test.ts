// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askToKeep, isTimeToAsk } from '../../../../src/app/offline/ask-to-keep.ts';
import { reloadForMissingParts } from '../../../../src/app/offline/reload-once.ts';
import { PART_GONE } from '../../../../src/app/ui/import-part.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const lose = (): boolean => window.dispatchEvent(new Event(PART_GONE));

test('a page whose parts are gone is reloaded once', () => {
  const reload = vi.fn();
  ends.push(reloadForMissingParts(reload));
  lose();
  lose();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that would lose text is not reloaded, but later, when the text is stored', () => {
  const reload = vi.fn();
  ends.push(reloadForMissingParts(reload));
  const ask = (event: Event): void => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  lose();
  expect(reload).not.toHaveBeenCalled();
  window.removeEventListener('beforeunload', ask);
  lose();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the browser is asked on the second visit, once', () => {
  const device = localStorage;
  const visit = () => ({ getItem: () => null, setItem: () => undefined });
  expect(isTimeToAsk(device, visit())).toBe(false);
  expect(isTimeToAsk(device, { getItem: () => 'counted', setItem: () => undefined })).toBe(false);
  expect(isTimeToAsk(device, visit())).toBe(true);
  device.setItem('spolu.visits', 'asked');
  expect(isTimeToAsk(device, visit())).toBe(false);
});

test('it is asked when the user presses something', async () => {
  localStorage.setItem('spolu.visits', '1');
  const storage = { persisted: vi.fn(async () => false), persist: vi.fn(async () => true) };
  ends.push(askToKeep(storage));
  expect(storage.persisted).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('keydown'));
  window.dispatchEvent(new Event('pointerup'));
  await vi.waitFor(() => expect(storage.persist).toHaveBeenCalledTimes(1));
});
