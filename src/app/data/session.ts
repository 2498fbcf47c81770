/**
 * The session as a small store outside React. supabase-js manages the session itself (storage, refresh, other tabs);
 * this store keeps the last state it reported.
 */
import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { hostClock } from '#yjs-supabase/clock';
import { ApiError } from './api-error.ts';
import { replaceToken } from './replace-token.ts';
import { getSessionKey, getSupabase } from './supabase.ts';
import { readStoredSession } from './stored-session.ts';
import { readTokenClaim } from './token-claims.ts';
import { readTokenLife, type TokenLife } from './token-life.ts';

export type { Session };

/** The signed-in user, reduced to what pages need. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
}

export type SessionState =
  | { readonly kind: 'loading' }
  /** `last`: the user who was signed in on this page before. */
  | { readonly kind: 'signed-out'; readonly last: SignedInUser | null }
  /** `recovering`: opened a password recovery link and has not chosen a new password yet. */
  | {
      readonly kind: 'signed-in';
      readonly session: Session;
      readonly recovering: boolean;
      /** Has an authenticator app but has not entered a code: the server returns no data yet. */
      readonly needsCode: boolean;
    };

/**
 * Pure: the state after an event of supabase-js, from this tab or another. `isLink`: this page was opened by a recovery
 * link. Other tabs receive the same event and must not leave unsaved changes for it. `stored`: the session in the library's
 * storage, which it does not report while it cannot renew it; it is removed when the server ends it.
 */
export function nextSessionState(
  state: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
  isLink = true,
  stored: Session | null = null,
): SessionState {
  if (event === 'INITIAL_SESSION' && !session && stored)
    return { kind: 'signed-in', session: stored, recovering: false, needsCode: needsCode(stored) };
  if (!session || event === 'SIGNED_OUT') return { kind: 'signed-out', last: lastUser(state) };
  const same = state.kind === 'signed-in' && state.session.user.id === session.user.id;
  const wasRecovering = same && state.recovering;
  // A new password arrives as USER_UPDATED; a token refresh in between must not end the recovery.
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
let life: TokenLife | null = null;
let stop: (() => void) | null = null;
let recoversHere = false;
const listeners = new Set<() => void>();

/** Subscribes to session events. Idempotent; call it before the first page renders. */
export function startSession(): () => void {
  stop ??= listen();
  return stop;
}

function listen(): () => void {
  const link = new URLSearchParams(location.hash.slice(1));
  const isLink = link.has('access_token') && link.get('type') === 'recovery';
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const stored = isLink ? null : readStored();
  // The library reports one that is too old here only after half a minute of tries to renew it.
  if (!isLink && !navigator.onLine) state = nextSessionState(state, 'INITIAL_SESSION', null, false, stored);
  const { data } = getSupabase().auth.onAuthStateChange((event, session) => {
    if (session?.access_token !== tokenOf(state)) {
      // Without a line the library holds a later end.
      const expires_at = (readStored() ?? session)?.expires_at;
      life = session && readTokenLife({ ...session, expires_at }, Date.now(), hostClock.nowMs());
      clearTimeout(renewal);
      if (session && life)
        renewal = setTimeout(() => void renew(session.access_token), leftMs() - RENEW_BEFORE_MS);
    }
    const seen = recoversHere ? 'PASSWORD_RECOVERY' : event;
    const left = session ? null : readStored();
    state = nextSessionState(state, seen, session, isLink || recoversHere, left);
    for (const listener of listeners) listener();
  });
  return () => {
    data.subscription.unsubscribe();
    clearTimeout(renewal);
    stop = null;
    life = null;
    state = { kind: 'loading' };
  };
}

const readStored = (): Session | null =>
  readStoredSession(() => localStorage.getItem(getSessionKey()), Date.now());

/** The library refreshes earlier, by the wall clock; this covers a wall clock that was set back. */
const RENEW_BEFORE_MS = 45_000;

async function renew(token: string): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  await replaceToken(getSupabase().auth, token).catch((error: unknown) => {
    // The next request retries.
    if (!(error instanceof TypeError)) throw error;
  });
}

const tokenOf = (now: SessionState): string | undefined =>
  now.kind === 'signed-in' ? now.session.access_token : undefined;

/** Marks the session that `signIn` creates as a recovery in this tab, as if a recovery link had been opened. */
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

/** The server's time, estimated from the last token. Compare server timestamps with this. */
export const serverNow = (): Date => new Date(life ? hostClock.nowMs() + life.serverAheadMs : Date.now());

/** Converts a recent wall-clock time of this device to server time. */
export const serverTimeAt = (wallMs: number): Date => new Date(serverNow().getTime() + wallMs - Date.now());

const leftMs = (): number => (life?.endsAtMs ?? -Infinity) - hostClock.nowMs();

/** A token with less time left is refreshed before the request. */
const EXPIRY_MARGIN_MS = 10_000;

/**
 * The access token for a request. Usually cached, so that a request made during page unload can still be sent. Throws
 * `unreachable` if the token has expired and the server is unreachable.
 */
export async function getAccessToken(): Promise<string | null> {
  const token = tokenOf(state) ?? null;
  if (token !== null && leftMs() > EXPIRY_MARGIN_MS) return token;
  try {
    return await replaceToken(getSupabase().auth, token);
  } catch (cause) {
    if (token !== null && leftMs() > 0) return token;
    throw new ApiError({ code: 'unreachable', status: 0, cause });
  }
}

/** A replacement for a rejected token. */
export const getOtherToken = (refused: string): Promise<string | null> =>
  replaceToken(getSupabase().auth, refused);
