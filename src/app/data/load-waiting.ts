import { ApiError } from './api-error.ts';
import { keepList, readKeptList } from './kept-lists.ts';
import { signedInUserId } from './signed-in-user.ts';
import { hasWaiting } from './waiting-mark.ts';

/**
 * The code that shows changes that wait on this device; null if nothing waits. A list without them would show what the user
 * has changed as it was, so that reading the list fails too, and is repeated.
 */
export const loadWaiting = async (): Promise<typeof import('./list-queue.ts') | null> =>
  hasWaiting()
    ? import('./list-queue.ts').catch((cause: unknown) => {
        throw new ApiError({ code: 'unreachable', status: 0, cause });
      })
    : null;

/** A list with a change by this page, which is no contact with the server. */
export function keepChangedList(lists: Parameters<typeof keepList>[1]): void {
  const userId = signedInUserId();
  if (userId !== null) keepList(userId, lists, readKeptList(userId)?.atMs);
}
