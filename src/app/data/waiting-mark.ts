/** Whether changes of the list wait on this device. Loaded with every page, the rest once something waits. */
import { signedInUserId } from './signed-in-user.ts';

export const ACTIONS_PREFIX = 'spolu-list-actions:';

/** Documents and folders with such changes. A browser that blocks storage has none. */
export function waitingIds(userId: string | null): string[] {
  const prefix = `${ACTIONS_PREFIX}${userId}:`;
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length).split(':', 1) : [],
    );
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}

/** Of the signed-in user: for this document or folder, or for any. */
export function hasWaiting(id?: string): boolean {
  const ids = waitingIds(signedInUserId());
  return id === undefined ? ids.length > 0 : ids.includes(id);
}
