/**
 * The sign-in session as a small store outside React. supabase-js keeps the session itself (storage, refresh, other
 * tabs); this only remembers what it last said.
 */
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { getSupabase } from './supabase.ts';
import { readTokenClaim } from './token-claims.ts';

export type { Session };

/** Who is signed in, as far as pages need to know. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
}

export type SessionState =
  | { readonly kind: 'loading' }
  /** `last`: who was signed in on this page before. */
  | { readonly kind: 'signed-out'; readonly last: SignedInUser | null }
  /** `recovering`: came by a password recovery link and has not chosen a new password yet. */
  | {
      readonly kind: 'signed-in';
      readonly session: Session;
      readonly recovering: boolean;
      /** Has an authenticator app and has not shown a code of it: the server gives nothing out yet. */
      readonly needsCode: boolean;
    };

/**
 * Pure: the state after an event of supabase-js, in this tab or another. `isLink`: this page was opened by a recovery
 * link; other tabs hear of it too, and must not leave what is being written in them.
 */
export function nextSessionState(
  state: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
  isLink = true,
): SessionState {
  if (!session || event === 'SIGNED_OUT') return { kind: 'signed-out', last: lastUser(state) };
  const same = state.kind === 'signed-in' && state.session.user.id === session.user.id;
  const wasRecovering = same && state.recovering;
  // A new password comes as USER_UPDATED; a refresh in between must not end the recovery.
  const recovering = (event === 'PASSWORD_RECOVERY' && isLink) || (wasRecovering && event !== 'USER_UPDATED');
  return { kind: 'signed-in', session, recovering, needsCode: needsCode(session) };
}

function needsCode({ access_token, user }: Session): boolean {
  const hasApp = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasApp && readTokenClaim(access_token, 'aal') === 'aal1';
}

export function userOf(session: Session): SignedInUser {
  return { id: session.user.id, email: session.user.email ?? '' };
}

function lastUser(state: SessionState): SignedInUser | null {
  if (state.kind === 'signed-in') return userOf(state.session);
  return state.kind === 'signed-out' ? state.last : null;
}

let state: SessionState = { kind: 'loading' };
let stop: (() => void) | null = null;
let recoversHere = false;
const listeners = new Set<() => void>();

/** Begins to listen; repeating it is harmless. Call once, before the first page. */
export function startSession(): () => void {
  stop ??= listen();
  return stop;
}

function listen(): () => void {
  const link = new URLSearchParams(location.hash.slice(1));
  const isLink = link.has('access_token') && link.get('type') === 'recovery';
  const { data } = getSupabase().auth.onAuthStateChange((event, session) => {
    const seen = recoversHere ? 'PASSWORD_RECOVERY' : event;
    state = nextSessionState(state, seen, session, isLink || recoversHere);
    for (const listener of listeners) listener();
  });
  return () => {
    data.subscription.unsubscribe();
    stop = null;
    state = { kind: 'loading' };
  };
}

/** The session that `signIn` brings is a recovery in this tab, as that of a recovery link is. */
export async function recoverHere<T>(signIn: () => Promise<T>): Promise<T> {
  recoversHere = true;
  try {
    return await signIn();
  } finally {
    recoversHere = false;
  }
}

export const getSessionState = (): SessionState => state;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Leaves this much time to travel; past that the token is refreshed first. */
const EXPIRY_MARGIN_MS = 10_000;

/** The token to send. Usually at hand, so that a request made while the page goes away still leaves in time. */
export async function getAccessToken(): Promise<string | null> {
  if (state.kind === 'signed-in') {
    const { access_token, expires_at } = state.session;
    if (expires_at !== undefined && expires_at * 1000 - Date.now() > EXPIRY_MARGIN_MS) return access_token;
  }
  const { data } = await getSupabase().auth.getSession();
  return data.session?.access_token ?? null;
}
