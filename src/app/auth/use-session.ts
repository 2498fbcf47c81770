import { useSyncExternalStore } from 'react';
import { getSessionState, subscribeSession, type SessionState } from '../data/session.ts';

/** The session of this browser, shared by all tabs. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, getSessionState);
}
