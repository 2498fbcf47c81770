/** Changes on the account page that the auth service stores; profiles are in profiles.ts. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { User } from '@supabase/auth-js';
import { askDatabase, timeLimit } from './ask-database.ts';
import { DONE, fail, type AuthOutcome } from './auth.ts';
import { callFunction } from './call-function.ts';
import { getSupabase } from './supabase.ts';

/** The account from the server: links in mails change it on other devices too. */
export const accountQuery = (known: User) =>
  queryOptions({
    // A changed session (another address, a verified factor) triggers a refetch.
    queryKey: ['account', known.id, known.updated_at, known.factors] as const,
    queryFn: async () => (await getSupabase().auth.getUser()).data.user ?? known,
    placeholderData: known,
  });

export interface PasswordChange {
  readonly password: string;
  /** Not required of a session that began with a mail. */
  readonly currentPassword?: string | undefined;
  /** The code of the mail that `requestReauthentication` sends. */
  readonly code?: string | undefined;
}

/** Ends every other session. Fails with `reauthentication_needed` if an old session needs a mailed code. */
export async function changePassword(change: PasswordChange): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({
    password: change.password,
    ...(change.currentPassword ? { current_password: change.currentPassword } : {}),
    ...(change.code ? { nonce: change.code } : {}),
  });
  return error ? await fail(error) : DONE;
}

/** Mails a code to the signed-in user. */
export async function requestReauthentication(): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.reauthenticate();
  return error ? await fail(error) : DONE;
}

const afterEmailChange = (): string => `${location.origin}/account`;

/** Mails a link to the current and to the new address; the change needs both. */
export async function changeEmail(email: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.updateUser({ email }, { emailRedirectTo: afterEmailChange() });
  return error ? await fail(error) : DONE;
}

/** Resends both mails of a pending change. */
export async function resendEmailChange(presentEmail: string): Promise<AuthOutcome> {
  const options = { emailRedirectTo: afterEmailChange() };
  const { error } = await getSupabase().auth.resend({ type: 'email_change', email: presentEmail, options });
  return error ? await fail(error) : DONE;
}

/** Confirms a pending change with a mailed code, trying both addresses, so the user need not choose. */
export async function confirmEmailChange(addresses: readonly string[], token: string): Promise<AuthOutcome> {
  for (const email of addresses) {
    const { error } = await getSupabase().auth.verifyOtp({ type: 'email_change', email, token });
    if (!error) return DONE;
    if (error.code !== 'otp_expired') return await fail(error);
  }
  return { ok: false, failure: 'code_invalid' };
}

const fateSchema = z.pipe(
  z.object({ title: z.string(), heir_name: z.nullable(z.string()) }),
  z.transform(({ title, heir_name }) => ({ title, heirName: heir_name })),
);
/** A document of the user and its heir after the account is deleted; without one it is deleted too. */
export type Fate = z.output<typeof fateSchema>;

export const deletionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account-deletion', userId],
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('preview_account_deletion').abortSignal(timeLimit()),
        z.array(fateSchema),
      ),
    // The user confirms this list, so it must be current.
    staleTime: 0,
    gcTime: 0,
  });

const deletionReply = z.object({ outcome: z.enum(['deleted', 'wrong_password']) });

/** Deletes the user's account permanently. Refusals are ApiErrors. */
export async function deleteAccount(password: string): Promise<'deleted' | 'wrong_password'> {
  return (await callFunction('delete-account', { password }, deletionReply)).outcome;
}

/** Drops the session of a deleted account in every tab, without a request. */
export async function forgetSession(): Promise<void> {
  await getSupabase().auth.signOut({ scope: 'local' });
}
