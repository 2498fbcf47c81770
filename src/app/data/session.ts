/**
 * The sign-in session as a small store outside React. supabase-js keeps the session itself (storage, refresh, other
 * tabs); this only remembers what it last said.
 */
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { hostClock } from '../../yjs-supabase/clock.ts';
import { ApiError } from './api-error.ts';
import { replaceToken } from './replace-token.ts';
import { getSupabase } from './supabase.ts';
import { readTokenClaim } from './token-claims.ts';
import { readTokenLife, type TokenLife } from './token-life.ts';

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
let life: TokenLife | null = null;
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
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const { data } = getSupabase().auth.onAuthStateChange((event, session) => {
    if (session?.access_token !== tokenOf(state)) {
      life = session && readTokenLife(session, Date.now(), hostClock.nowMs());
      clearTimeout(renewal);
      if (session && life)
        renewal = setTimeout(() => void renew(session.access_token), leftMs() - RENEW_BEFORE_MS);
    }
    const seen = recoversHere ? 'PASSWORD_RECOVERY' : event;
    state = nextSessionState(state, seen, session, isLink || recoversHere);
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

/** The library refreshes earlier, by the clock on the wall: this is for when that clock was put back. */
const RENEW_BEFORE_MS = 45_000;

async function renew(token: string): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  await replaceToken(getSupabase().auth, token).catch((error: unknown) => {
    // The next request asks again.
    if (!(error instanceof TypeError)) throw error;
  });
}

const tokenOf = (now: SessionState): string | undefined =>
  now.kind === 'signed-in' ? now.session.access_token : undefined;

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

/** The server's time, by the last token. Times that the server wrote are compared with this. */
export const serverNow = (): Date => new Date(life ? hostClock.nowMs() + life.serverAheadMs : Date.now());

/** The server's time at a recent moment of this device's clock. */
export const serverTimeAt = (wallMs: number): Date => new Date(serverNow().getTime() + wallMs - Date.now());

const leftMs = (): number => (life?.endsAtMs ?? -Infinity) - hostClock.nowMs();

/** Leaves this much time to travel; past that the token is refreshed first. */
const EXPIRY_MARGIN_MS = 10_000;

/**
 * The token to send. Usually at hand, so that a request made while the page goes away still leaves in time. Throws
 * `unreachable` when it has ended and the server does not answer with another.
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

/** The token to send instead of a refused one. */
export const getOtherToken = (refused: string): Promise<string | null> =>
  replaceToken(getSupabase().auth, refused);
