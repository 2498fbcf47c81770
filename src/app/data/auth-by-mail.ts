/** New accounts, and everything that the auth service does by mail for those who are not signed in. */
import { isAuthError } from '@supabase/supabase-js';
import { DONE, fail, type AuthOutcome } from './auth.ts';
import { readNextPath, signInPath } from './paths.ts';
import { recoverHere } from './session.ts';
import { getSupabase } from './supabase.ts';

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

/** Signs in with the code of a mail. After a `recovery` code the app asks for a new password. */
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

/** The sign-in page leads on whoever is signed in, to where they were going, and says what is wrong with a link. */
const afterConfirming = (): string => location.origin + signInPath(readNextPath(location.search));

/** Says nothing about whether the address has an account. */
export async function requestPasswordReset(email: string): Promise<AuthOutcome> {
  const redirectTo = `${location.origin}/reset-password`;
  const { error } = await getSupabase().auth.resetPasswordForEmail(email, { redirectTo });
  return error ? await fail(error) : DONE;
}
