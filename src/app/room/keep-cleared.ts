/** Deletes the texts of users who are no longer signed in here, for example because they signed out on another device. */
import { lockedUserId } from '../data/locked-session.ts';
import { isSharedComputer } from '../data/shared-computer.ts';
import { getSessionState, subscribeSession } from '../data/session.ts';
import { clearTextsOfOthers } from './clear-texts.ts';

/** Until the returned function is called. Call once per page. */
export function keepCleared(): () => void {
  let cleared: string | null | undefined;
  const clear = (): void => {
    const state = getSessionState();
    if (state.kind === 'loading') return;
    const user = state.kind === 'signed-in' ? state.session.user.id : lockedUserId();
    const userId = isSharedComputer() ? null : user;
    if (userId === cleared) return;
    cleared = userId;
    void clearTextsOfOthers(userId);
  };
  clear();
  return subscribeSession(clear);
}
