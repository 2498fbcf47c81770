/** Signing up, in and out. Expected failures are values with a code from a closed set. */
import { isAuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import type { AuthFailure } from './auth-failures.ts';
import { getSupabase } from './supabase.ts';

export type { AuthFailure };

export type AuthOutcome<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: AuthFailure };

type Failed = Extract<AuthOutcome, { readonly ok: false }>;

/** The long list of codes comes when one is met: a network that does not answer could not bring it. */
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

/**
 * Mails a link and a code to whoever has an account at this address, and says nothing about whether somebody has. The
 * link leads back to `returnTo`, an address of this app.
 */
export async function requestSignInMail(email: string, returnTo: string): Promise<AuthOutcome> {
  const options = { shouldCreateUser: false, emailRedirectTo: `${location.origin}${returnTo}` };
  const { error } = await getSupabase().auth.signInWithOtp({ email, options });
  // What GoTrue answers for an address without an account.
  if (isAuthError(error) && error.code === 'otp_disabled') return DONE;
  return error ? await fail(error) : DONE;
}

/** Signs in with the code of a mail. */
export async function signInWithCode(email: string, token: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.verifyOtp({ type: 'email', email, token });
  if (!error) return DONE;
  return isAuthError(error) && error.code === 'otp_expired'
    ? { ok: false, failure: 'code_invalid' }
    : await fail(error);
}

interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Language of the mails; also kept in the profile. */
  readonly language: string;
}

/** `confirm`: a mail was sent, the account works after its link was opened. */
export async function signUp(account: NewAccount): Promise<AuthOutcome<'signed-in' | 'confirm'>> {
  const { data, error } = await getSupabase().auth.signUp({
    email: account.email,
    password: account.password,
    options: {
      data: { name: account.name, language: account.language },
      emailRedirectTo: afterConfirming(),
    },
  });
  if (error) return await fail(error);
  return { ok: true, value: data.session ? 'signed-in' : 'confirm' };
}

/** Another mail with the link that confirms the address; says nothing about whether it waits for one. */
export async function resendConfirmation(email: string): Promise<AuthOutcome> {
  const options = { emailRedirectTo: afterConfirming() };
  const { error } = await getSupabase().auth.resend({ type: 'signup', email, options });
  return error ? await fail(error) : DONE;
}

/** The sign-in page leads on whoever is signed in, and says what is wrong with a link. */
const afterConfirming = (): string => `${location.origin}/sign-in`;

/** `local`: this browser, in every tab of it. */
export type SignOutScope = 'local' | 'global';

/** Stays signed in when the server cannot be told. */
export async function signOut(scope: SignOutScope = 'local'): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.signOut({ scope });
  return error ? await fail(error) : DONE;
}

/** Says nothing about whether the address has an account. */
export async function requestPasswordReset(email: string): Promise<AuthOutcome> {
  const redirectTo = `${location.origin}/reset-password`;
  const { error } = await getSupabase().auth.resetPasswordForEmail(email, { redirectTo });
  return error ? await fail(error) : DONE;
}

/** What mails and greetings of the auth service use; the profile is what others see. */
export async function changeUserData(data: { name?: string; language?: string }): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({ data });
  return error ? await fail(error) : DONE;
}
