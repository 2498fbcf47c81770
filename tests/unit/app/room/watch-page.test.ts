// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { hasNetwork, watchPage } from '../../../../src/app/room/watch-page.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const watch = () => {
  const duties = { flush: vi.fn(), wake: vi.fn(), networkChanged: vi.fn() };
  return { duties, ...watchPage(duties) };
};

test('a lost network is reported, and a restored one is reported and used', () => {
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

test('a switch of networks without a gap is used at once', () => {
  const connection = new EventTarget();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { connection }));
  const { duties, unwatch } = watch();
  connection.dispatchEvent(new Event('change'));
  expect(duties.wake).toHaveBeenCalledTimes(1);
  unwatch();
  connection.dispatchEvent(new Event('change'));
  expect(duties.wake).toHaveBeenCalledTimes(1);
});

test('the network state is read from the browser when needed', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(hasNetwork()).toBe(false);
  online.mockReturnValue(true);
  expect(hasNetwork()).toBe(true);
});

test('closing needs confirmation only while changes could be lost', () => {
  const { askBeforeClosing, unwatch } = watch();
  const isAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const add = vi.spyOn(window, 'addEventListener');
  expect(isAsked()).toBe(false);
  askBeforeClosing(false);
  expect(add).not.toHaveBeenCalled();
  askBeforeClosing(true);
  askBeforeClosing(true);
  expect(isAsked()).toBe(true);
  askBeforeClosing(false);
  expect(isAsked()).toBe(false);
  askBeforeClosing(true);
  unwatch();
  expect(isAsked()).toBe(false);
});
