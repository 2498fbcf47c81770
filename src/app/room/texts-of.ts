/** The texts of one user on this device. */
import { getSessionState, serverNow } from '../data/session.ts';
import { isSharedComputer } from '../data/shared-computer.ts';
import { deviceOf } from './this-device.ts';
import { openTexts, type TextsOnDevice } from './texts-on-device.ts';
import { readHeld } from './read-held.ts';

const opened = new Map<string, TextsOnDevice>();

/** Null where nothing is kept on the device. */
export function textsOf(userId: string): TextsOnDevice | null {
  const device = deviceOf(userId);
  if (!device) return null;
  const known = opened.get(userId);
  if (known) return known;
  const texts: TextsOnDevice = openTexts({
    userId,
    factory: indexedDB,
    serverNowMs: () => serverNow().getTime(),
    mayKeep: () => {
      const state = getSessionState();
      return state.kind === 'signed-in' && state.session.user.id === userId && !isSharedComputer();
    },
    readHeld: () => readHeld(userId, texts, device.copy),
  });
  opened.set(userId, texts);
  return texts;
}
