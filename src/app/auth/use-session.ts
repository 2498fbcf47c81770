import { useSyncExternalStore } from 'react';
import { getSessionState, subscribeSession, type SessionState } from '../data/session.ts';

/** The session of this browser, whichever tab changed it. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, getSessionState);
}
