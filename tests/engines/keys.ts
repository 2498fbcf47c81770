/** A keyboard at the speed of a person. */
import type { InputAction, InputDevice } from './browser-window.ts';

const KEY_MS = 60;
/** Code points of keys without a character, from the WebDriver specification. */
const KEYS: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
};

/** Keys joined by +, as in `Control+Shift+z`. */
export function chord(keys: string): InputDevice {
  const values = keys.split('+').map((key) => KEYS[key] ?? key);
  return keyboard([
    ...values.map((value): InputAction => ({ type: 'keyDown', value })),
    { type: 'pause', duration: KEY_MS },
    ...values.toReversed().map((value): InputAction => ({ type: 'keyUp', value })),
  ]);
}

export const typing = (text: string): InputDevice =>
  keyboard(
    Array.from(text).flatMap((value): InputAction[] => [
      { type: 'keyDown', value },
      { type: 'pause', duration: KEY_MS / 2 },
      { type: 'keyUp', value },
      { type: 'pause', duration: KEY_MS / 2 },
    ]),
  );

const keyboard = (actions: readonly InputAction[]): InputDevice => ({ type: 'key', id: 'keyboard', actions });
