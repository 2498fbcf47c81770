/** What the account page changes, beyond the profile: everything here belongs to the auth service. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { User } from '@supabase/supabase-js';
import { askDatabase, timeLimit } from './ask-database.ts';
import { DONE, fail, type AuthOutcome } from './auth.ts';
import { callFunction } from './call-function.ts';
import { getSupabase } from './supabase.ts';

/** The account as the server has it now: links in mails change it from other devices too. */
export const accountQuery = (known: User) =>
  queryOptions({
    // What this browser hears of makes it ask anew: another address, or a factor that was shown.
    queryKey: ['account', known.id, known.updated_at, known.factors] as const,
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

/** Confirms a pending change with the code that one of its mailboxes got: nobody has to say which. */
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
/** A document of mine, and who gets it when my account is deleted; null: nobody, it is deleted too. */
export type Fate = z.output<typeof fateSchema>;

export const deletionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account-deletion', userId],
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('preview_account_deletion').abortSignal(timeLimit()),
        z.array(fateSchema),
      ),
    // What is agreed to has to be true now.
    staleTime: 0,
    gcTime: 0,
  });

const deletionReply = z.object({ outcome: z.enum(['deleted', 'wrong_password']) });

/** Deletes my account for good. Refusals are ApiErrors. */
export async function deleteAccount(password: string): Promise<'deleted' | 'wrong_password'> {
  return (await callFunction('delete-account', { password }, deletionReply)).outcome;
}

/** Forgets a session whose account is gone, in every tab. The server has nothing left to be told. */
export async function forgetSession(): Promise<void> {
  await getSupabase().auth.signOut({ scope: 'local' });
}
