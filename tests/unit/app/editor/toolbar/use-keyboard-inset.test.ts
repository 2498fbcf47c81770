// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { keyboardInset, useKeyboardInset } from '../../../../../src/app/editor/toolbar/use-keyboard-inset.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['without a keyboard', { height: 800, offsetTop: 0, scale: 1 }, 0],
  ['with a keyboard', { height: 500, offsetTop: 0, scale: 1 }, 300],
  ['with a keyboard, scrolled down behind it', { height: 500, offsetTop: 120, scale: 1 }, 180],
  ['zoomed in', { height: 400, offsetTop: 0, scale: 2 }, 0],
  ["while the browser's address bar collapses", { height: 860, offsetTop: 0, scale: 1 }, 0],
])('%s', (_when, viewport, covered) => {
  expect(keyboardInset(viewport, 800)).toBe(covered);
});

test('the root element has the inset while the hook is mounted', () => {
  const viewport = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800);
  const { style, dataset } = document.documentElement;
  const known = (): string => style.getPropertyValue('--keyboard');
  const isOpen = (): boolean => 'keyboard' in dataset;
  const { unmount } = renderHook(useKeyboardInset);
  expect([known(), isOpen()]).toEqual(['0px', false]);
  viewport.height = 480;
  viewport.dispatchEvent(new Event('resize'));
  expect([known(), isOpen()]).toEqual(['320px', true]);
  viewport.offsetTop = 20;
  viewport.dispatchEvent(new Event('scroll'));
  expect(known()).toBe('300px');
  unmount();
  expect([known(), isOpen()]).toEqual(['', false]);
});
