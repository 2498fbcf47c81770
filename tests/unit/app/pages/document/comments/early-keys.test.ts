// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  keepEarlyKeys,
  type EarlyKeys,
} from '../../../../../../src/app/pages/document/comments/early-keys.ts';

let early: EarlyKeys;
let field: HTMLTextAreaElement;
let pressed: string[];

beforeEach(() => {
  field = document.createElement('textarea');
  document.body.replaceChildren(field);
  field.focus();
  pressed = [];
  early = keepEarlyKeys();
});
afterEach(() => early.close());

const press = (init: KeyboardEventInit): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
  );
const COMMENT = { key: 'm', code: 'KeyM', ctrlKey: true, altKey: true };

/** Keys as the loaded parts receive them. */
function load(): string[] {
  const take = ({ key, code, ctrlKey, altKey, shiftKey }: KeyboardEvent): void =>
    void pressed.push(
      [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', code || key].filter(Boolean).join('+'),
    );
  field.addEventListener('keydown', take);
  early.replay();
  field.removeEventListener('keydown', take);
  return pressed;
}

test('the shortcut is pressed once more when the parts are loaded, in the field where it was pressed', () => {
  expect(press(COMMENT)).toBe(false);
  expect(document.activeElement).toBe(document.body);
  press({ key: 'W' });
  expect(load()).toEqual(['Control+Alt+KeyM']);
  expect(document.activeElement).toBe(field);
});

test('Shift+F7 is kept, and the text keeps the focus', () => {
  press({ key: 'Shift', shiftKey: true });
  expect(press({ key: 'F7', shiftKey: true })).toBe(false);
  press({ key: 'Shift' });
  expect(document.activeElement).toBe(field);
  expect(load()).toEqual(['Shift+F7']);
});

test('a click and further typing drop the kept key', () => {
  press({ key: 'F7' });
  expect(press({ key: 'a' })).toBe(true);
  expect(load()).toEqual([]);
  early = keepEarlyKeys();
  press(COMMENT);
  field.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  expect(load()).toEqual([]);
});

test('after the parts are loaded, or the document is left, keys are no longer kept', () => {
  load();
  expect(press(COMMENT)).toBe(true);
  early = keepEarlyKeys();
  early.close();
  expect(press(COMMENT)).toBe(true);
});
