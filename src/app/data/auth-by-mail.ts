/** Sign-up, and the requests by mail of signed-out users. */
import { isAuthError } from '@supabase/auth-js';
import { DONE, fail, type AuthOutcome } from './auth.ts';
import { readNextPath, signInPath } from './paths.ts';
import { recoverHere } from './session.ts';
import { getSupabase } from './supabase.ts';

/**
 * Mails a link and a code if the address has an account; the result does not reveal whether it does. The link leads
 * back to `returnTo`, an address of this app.
 */
export async function requestSignInMail(email: string, returnTo: string): Promise<AuthOutcome> {
  const options = { shouldCreateUser: false, emailRedirectTo: `${location.origin}${returnTo}` };
  const { error } = await getSupabase().auth.signInWithOtp({ email, options });
  // GoTrue's reply for an address without an account.
  if (isAuthError(error) && error.code === 'otp_disabled') return DONE;
  return error ? await fail(error) : DONE;
}

/** Signs in with a mailed code. After a `recovery` code the app requires a new password. */
export async function signInWithCode(
  email: string,
  token: string,
  type: 'email' | 'recovery' = 'email',
): Promise<AuthOutcome> {
  const verify = () => getSupabase().auth.verifyOtp({ type, email, token });
  const { error } = await (type === 'recovery' ? recoverHere(verify) : verify());
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

/** `confirm`: a mail was sent; the account works once its link is opened. */
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

/** Resends the confirmation mail; the result does not reveal whether the address is waiting for one. */
export async function resendConfirmation(email: string): Promise<AuthOutcome> {
  const options = { emailRedirectTo: afterConfirming() };
  const { error } = await getSupabase().auth.resend({ type: 'signup', email, options });
  return error ? await fail(error) : DONE;
}

/** The sign-in page redirects signed-in users to `next` and reports a failed link. */
const afterConfirming = (): string => location.origin + signInPath(readNextPath(location.search));

/** The result does not reveal whether the address has an account. */
export async function requestPasswordReset(email: string): Promise<AuthOutcome> {
  const redirectTo = `${location.origin}/reset-password`;
  const { error } = await getSupabase().auth.resetPasswordForEmail(email, { redirectTo });
  return error ? await fail(error) : DONE;
}
