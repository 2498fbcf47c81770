/** Whether changes of the list wait on this device. Loaded with every page, the rest once something waits. */
import { signedInUserId } from './signed-in-user.ts';

export const ACTIONS_PREFIX = 'spolu-list-actions:';

/** `of`: the beginning of what is looked for; all: anything. A browser that blocks storage has nothing. */
export function hasWaiting(of = ''): boolean {
  try {
    return Object.keys(localStorage).some((key) =>
      key.startsWith(`${ACTIONS_PREFIX}${signedInUserId()}:${of}`),
    );
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
