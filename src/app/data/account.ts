/** What the account page changes, beyond the profile: everything here belongs to the auth service. */
import { queryOptions } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { fail, type AuthOutcome } from './auth.ts';
import { getSupabase } from './supabase.ts';

const DONE = { ok: true, value: undefined } as const;

/** The account as the server has it now: links in mails change it from other devices too. */
export const accountQuery = (known: User) =>
  queryOptions({
    queryKey: ['account', known.id, known.updated_at],
    queryFn: async () => (await getSupabase().auth.getUser()).data.user ?? known,
    placeholderData: known,
  });

export interface PasswordChange {
  readonly password: string;
  /** Not asked of somebody who came in by a mail. */
  readonly currentPassword?: string | undefined;
  /** The code of the mail that `requestReauthentication` sends. */
  readonly code?: string | undefined;
}

/** Ends every other session. Refuses with `reauthentication_needed` where an old session has to show a mailed code. */
export async function changePassword(change: PasswordChange): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({
    password: change.password,
    ...(change.currentPassword ? { current_password: change.currentPassword } : {}),
    ...(change.code ? { nonce: change.code } : {}),
  });
  return error ? await fail(error) : DONE;
}

/** Mails a code to the signed-in person. */
export async function requestReauthentication(): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.reauthenticate();
  return error ? await fail(error) : DONE;
}

const afterEmailChange = (): string => `${location.origin}/account`;

/** Mails a link to the new and to the present address; the change waits for both. */
export async function changeEmail(email: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({ email }, { emailRedirectTo: afterEmailChange() });
  return error ? await fail(error) : DONE;
}

/** Both mails of a pending change once more. */
export async function resendEmailChange(presentEmail: string): Promise<AuthOutcome> {
  const options = { emailRedirectTo: afterEmailChange() };
  const { error } = await getSupabase().auth.resend({ type: 'email_change', email: presentEmail, options });
  return error ? await fail(error) : DONE;
}
