/** Signing in and out. Expected failures are values with a code from a closed set. */
import { isAuthRetryableFetchError } from '@supabase/auth-js';
import type { AuthFailure } from './auth-failures.ts';
import { getSupabase } from './supabase.ts';

export type { AuthFailure };

export type AuthOutcome<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: AuthFailure };

type Failed = Extract<AuthOutcome, { readonly ok: false }>;

/** The list of codes is loaded on first use; an unreachable network could not load it. */
export async function fail(error: unknown): Promise<Failed> {
  if (isAuthRetryableFetchError(error)) return { ok: false, failure: 'unreachable' };
  const known = await import('./auth-failures.ts').catch(() => null);
  return { ok: false, failure: known ? known.authFailureOf(error) : 'unexpected' };
}

export const DONE = { ok: true, value: undefined } as const;

export async function signIn(email: string, password: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.signInWithPassword({ email, password });
  return error ? await fail(error) : DONE;
}

/** `local`: this browser, all tabs. */
export type SignOutScope = 'local' | 'global';

/** Stays signed in if the server is unreachable. */
export async function signOut(scope: SignOutScope = 'local'): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.signOut({ scope });
  return error ? await fail(error) : DONE;
}

/** User data that the auth service uses in its mails; other users see the profile instead. */
export async function changeUserData(data: { name?: string; language?: string }): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({ data });
  return error ? await fail(error) : DONE;
}
