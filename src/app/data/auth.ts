/** Signing up, in and out. Expected failures are values with a code from a closed set; GoTrue's codes are many more. */
import { isAuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { getSupabase } from './supabase.ts';

export type AuthFailure =
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'user_already_exists'
  | 'email_address_invalid'
  | 'email_address_not_authorized'
  | 'weak_password'
  | 'same_password'
  | 'rate_limited'
  | 'signup_disabled'
  | 'user_banned'
  | 'link_expired'
  | 'session_lost'
  | 'reauthentication_needed'
  | 'unreachable'
  | 'unexpected';

export type AuthOutcome<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: AuthFailure };

/** The codes of GoTrue (supabase/auth, internal/api/apierrors/errorcode.go) that this app can meet. */
const FAILURE_OF_CODE: ReadonlyMap<string, AuthFailure> = new Map<string, AuthFailure>([
  ['invalid_credentials', 'invalid_credentials'],
  ['user_not_found', 'invalid_credentials'],
  ['email_not_confirmed', 'email_not_confirmed'],
  ['provider_email_needs_verification', 'email_not_confirmed'],
  ['user_already_exists', 'user_already_exists'],
  ['email_exists', 'user_already_exists'],
  ['email_address_invalid', 'email_address_invalid'],
  ['validation_failed', 'email_address_invalid'],
  ['email_address_not_authorized', 'email_address_not_authorized'],
  ['weak_password', 'weak_password'],
  ['same_password', 'same_password'],
  ['over_request_rate_limit', 'rate_limited'],
  ['over_email_send_rate_limit', 'rate_limited'],
  ['signup_disabled', 'signup_disabled'],
  ['email_provider_disabled', 'signup_disabled'],
  ['user_banned', 'user_banned'],
  ['otp_expired', 'link_expired'],
  ['flow_state_not_found', 'link_expired'],
  ['flow_state_expired', 'link_expired'],
  ['bad_code_verifier', 'link_expired'],
  ['session_not_found', 'session_lost'],
  ['session_expired', 'session_lost'],
  ['refresh_token_not_found', 'session_lost'],
  ['refresh_token_already_used', 'session_lost'],
  ['bad_jwt', 'session_lost'],
  ['no_authorization', 'session_lost'],
  ['reauthentication_needed', 'reauthentication_needed'],
  ['reauthentication_not_valid', 'reauthentication_needed'],
  ['insufficient_aal', 'reauthentication_needed'],
  ['request_timeout', 'unreachable'],
]);

/** What the app says about an error of supabase-js' auth client. */
export function authFailureOf(error: unknown): AuthFailure {
  if (!isAuthError(error)) return 'unexpected';
  const named = FAILURE_OF_CODE.get(error.code ?? '');
  if (named) return named;
  if (error.name === 'AuthSessionMissingError') return 'session_lost';
  // The client wraps both a network that does not answer and 502 to 504.
  if (isAuthRetryableFetchError(error)) return 'unreachable';
  return error.status === 429 ? 'rate_limited' : 'unexpected';
}

function fail(error: unknown): { readonly ok: false; readonly failure: AuthFailure } {
  return { ok: false, failure: authFailureOf(error) };
}

const DONE = { ok: true, value: undefined } as const;

export async function signIn(email: string, password: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.signInWithPassword({ email, password });
  return error ? fail(error) : DONE;
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
  if (error) return fail(error);
  return { ok: true, value: data.session ? 'signed-in' : 'confirm' };
}

/** Another mail with the link that confirms the address; says nothing about whether it waits for one. */
export async function resendConfirmation(email: string): Promise<AuthOutcome> {
  const options = { emailRedirectTo: afterConfirming() };
  const { error } = await getSupabase().auth.resend({ type: 'signup', email, options });
  return error ? fail(error) : DONE;
}

const afterConfirming = (): string => `${location.origin}/documents`;

/** Ends the session of this browser, in every tab of it. Stays signed in when the server cannot be told. */
export async function signOut(): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.signOut({ scope: 'local' });
  return error ? fail(error) : DONE;
}

/** Says nothing about whether the address has an account. */
export async function requestPasswordReset(email: string): Promise<AuthOutcome> {
  const redirectTo = `${location.origin}/reset-password`;
  const { error } = await getSupabase().auth.resetPasswordForEmail(email, { redirectTo });
  return error ? fail(error) : DONE;
}

export async function changePassword(password: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({ password });
  return error ? fail(error) : DONE;
}

/** What mails and greetings of the auth service use; the profile is what others see. */
export async function changeUserData(data: { name?: string; language?: string }): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({ data });
  return error ? fail(error) : DONE;
}
