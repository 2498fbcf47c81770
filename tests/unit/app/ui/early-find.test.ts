// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { hearFindKeys, takeTyped } from '../../../../src/app/ui/early-find.ts';
import { runBoot } from '../../../support/run-boot.ts';

afterEach(() => {
  delete document.documentElement.dataset['shape'];
  history.replaceState(null, '', '/');
});

test('Mod+K and the text after it wait for their parts, and no field of another page loses a key', () => {
  localStorage.setItem('sb-spolu-auth-token', '{}');
  history.replaceState(null, '', '/documents');
  runBoot();
  const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): boolean =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  expect(press('a')).toBe(true);
  expect(press('k', { ctrlKey: true })).toBe(false);
  for (const key of ['c', 'h', 'x', 'Backspace', 'a']) expect(press(key)).toBe(false);
  expect(hearFindKeys().wasAsked).toBe(true);
  expect(takeTyped()).toBe('cha');
  expect(press('b')).toBe(true);
  expect(takeTyped()).toBe('');
  hearFindKeys().stop();

  const field = document.body.appendChild(document.createElement('input'));
  expect(press('k', { ctrlKey: true })).toBe(false);
  expect(press('p', {}, field)).toBe(true);
  expect(press('w', {}, field)).toBe(true);
  expect(takeTyped()).toBe('');
  field.remove();
});
