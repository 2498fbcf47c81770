// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { hearFindKeys, takeTyped } from '../../../../src/app/ui/early-find.ts';

const BOOT = readFileSync(resolve(import.meta.dirname, '../../../../public/boot.js'), 'utf8');

test('Mod+K and the text after it wait for their parts, and no field of another page loses a key', () => {
  localStorage.setItem('sb-spolu-auth-token', '{}');
  history.replaceState(null, '', '/documents');
  // oxlint-disable-next-line no-eval
  globalThis.eval(BOOT);
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
