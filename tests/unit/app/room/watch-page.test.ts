// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { hasNetwork, watchPage } from '../../../../src/app/room/watch-page.ts';

afterEach(() => vi.restoreAllMocks());

const watch = () => {
  const duties = { flush: vi.fn(), wake: vi.fn(), networkChanged: vi.fn(), mustAsk: () => false };
  return { duties, unwatch: watchPage(duties) };
};

test('a network that is lost is told, and one that is back is told and used', () => {
  const { duties, unwatch } = watch();
  window.dispatchEvent(new Event('offline'));
  expect(duties.networkChanged).toHaveBeenCalledTimes(1);
  expect(duties.wake).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(duties.networkChanged).toHaveBeenCalledTimes(2);
  expect(duties.wake).toHaveBeenCalledTimes(1);
  unwatch();
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(duties.networkChanged).toHaveBeenCalledTimes(2);
  expect(duties.wake).toHaveBeenCalledTimes(1);
});

test('whether there is a network is what the browser says at that moment', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(hasNetwork()).toBe(false);
  online.mockReturnValue(true);
  expect(hasNetwork()).toBe(true);
});
