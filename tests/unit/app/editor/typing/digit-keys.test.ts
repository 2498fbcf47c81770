// @vitest-environment jsdom
/** Events of a Czech keyboard: `key` is not a digit, and old key codes may be missing. */
import { describe, expect, test } from 'vitest';
import { readDigit } from '../../../../../src/app/editor/typing/digit-keys.ts';
import { pressKeys, readHtml } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

const CZECH = ['é', '+', 'ě', 'š', 'č', 'ř', 'ž'];

seatOne();

const html = (): string => readHtml(seat.editor);

test.each(CZECH.slice(1).map((key, index) => [key, index + 1] as const))(
  'Control+Shift and the key that types %s toggle heading %i once',
  (key, level) => {
    for (const keyCode of [0, 48 + level]) {
      seat.editor.commands.setContent('<p>a</p>');
      expect(
        pressKeys(seat.editor, key, { code: `Digit${level}`, keyCode, ctrlKey: true, shiftKey: true }),
      ).toBe(true);
      expect(html()).toBe(`<h${level}>a</h${level}>`);
    }
  },
);

test.each([0, 48])(
  'Control+Shift and the key that types é set a paragraph, with the key code %i',
  (keyCode) => {
    seat.editor.commands.setContent('<h2>a</h2>');
    expect(pressKeys(seat.editor, 'é', { code: 'Digit0', keyCode, ctrlKey: true, shiftKey: true })).toBe(
      true,
    );
    expect(html()).toBe('<p>a</p>');
  },
);

test('a key that types a digit is handled once', () => {
  seat.editor.commands.setContent('<p>a</p>');
  pressKeys(seat.editor, '3', { code: 'Digit3', keyCode: 51, ctrlKey: true, shiftKey: true });
  expect(html()).toBe('<h3>a</h3>');
});

describe('digit of a key event', () => {
  const event = (code: string, held: string): KeyboardEvent =>
    new KeyboardEvent('keydown', {
      code,
      key: 'x',
      ctrlKey: held.includes('ctrl'),
      altKey: held.includes('alt '),
      shiftKey: held.includes('shift'),
      metaKey: held.includes('meta'),
      modifierAltGraph: held.includes('altgr'),
    });

  test.each([
    ['Win32', 'Digit3', 'ctrl shift', 3],
    ['Win32', 'Digit0', 'ctrl shift', 0],
    ['Win32', 'Digit3', 'ctrl alt ', null],
    ['Win32', 'Digit3', 'ctrl alt altgr', null],
    ['Win32', 'Digit3', 'ctrl shift altgr', null],
    ['Win32', 'Digit3', 'ctrl alt shift', null],
    ['Win32', 'Digit7', 'ctrl shift', null],
    ['Win32', 'KeyE', 'ctrl shift', null],
    ['Win32', 'Digit3', 'shift', null],
    ['Win32', 'Digit3', 'ctrl', null],
    ['Linux x86_64', 'Digit3', 'ctrl alt ', 3],
    ['Linux x86_64', 'Digit3', 'ctrl alt altgr', null],
    ['Linux x86_64', 'Digit3', 'altgr', null],
    ['MacIntel', 'Digit3', 'meta alt ', 3],
    ['MacIntel', 'Digit3', 'ctrl alt ', null],
    ['MacIntel', 'Digit3', 'meta shift', null],
  ])('%s %s %s: %s', (platform, code, held, digit) => {
    expect(readDigit(event(code, held), platform)).toBe(digit);
  });
});
