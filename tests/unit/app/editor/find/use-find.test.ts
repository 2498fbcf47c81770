// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { KeyboardEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFind } from '../../../../../src/app/editor/find/use-find.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The state after this key, and whether the browser's own search was prevented. */
function press(platform: string, keys: string, editable = true): [state: string, taken: boolean] {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const { result } = renderHook(() => useFind(editable));
  const held = keys.split('-');
  const preventDefault = vi.fn<() => void>();
  const event = {
    key: held.at(-1),
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Meta'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    preventDefault,
  };
  act(() => void result.current.onKeyDown(event as unknown as KeyboardEvent));
  return [result.current.state, preventDefault.mock.calls.length > 0];
}

test.each([
  ['Win32', 'Ctrl-f', 'finding'],
  ['Win32', 'Ctrl-F', 'finding'],
  ['Win32', 'Ctrl-h', 'replacing'],
  ['Linux x86_64', 'Ctrl-f', 'finding'],
  ['MacIntel', 'Meta-f', 'finding'],
  ['MacIntel', 'Alt-Meta-ƒ', 'replacing'],
])('%s, %s: %s', (platform, keys, state) => {
  expect(press(platform, keys)).toEqual([state, true]);
});

test.each([
  ['Win32', 'f'],
  ['Win32', 'Ctrl-Shift-f'],
  ['Win32', 'Ctrl-Alt-f'],
  ['Win32', 'Meta-f'],
  ['MacIntel', 'Ctrl-f'],
  ['MacIntel', 'Meta-h'],
])('%s, %s is ignored', (platform, keys) => {
  expect(press(platform, keys)).toEqual(['closed', false]);
});

test('a viewer can find but not replace', () => {
  expect(press('Win32', 'Ctrl-h', false)).toEqual(['finding', true]);
});
