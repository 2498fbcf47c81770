import { getSessionState } from './session.ts';

/** Null while nobody is signed in. */
export function signedInUserId(): string | null {
  const state = getSessionState();
  return state.kind === 'signed-in' ? state.session.user.id : null;
}
