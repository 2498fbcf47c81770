/**
 * Changing an address: it stays pending until the new mailbox has confirmed it, and with `double_confirm_changes` the
 * old one too, in either order.
 */
import type { Transaction } from '../db/database.ts';
import type { AuthKit } from './auth-kit.ts';
import { confirmUser, replaceEmail } from './change-user.ts';
import { makeOtp, type OneTimeTokenType, storeOneTimeToken } from './one-time-token.ts';
import { type Challenge, startFlow } from './pkce.ts';
import type { OutgoingMail } from './send-mail.ts';
import { reloadUser, type UserRow } from './users.ts';

type Half = 'email_change_new' | 'email_change_current';

/** Stores the new address and returns the emails to send after the commit. The caller limits how often. */
export async function startEmailChange(
  db: Transaction,
  kit: AuthKit,
  change: {
    readonly user: UserRow;
    readonly newEmail: string;
    readonly challenge: Challenge | null;
    /** For an administrator, who requests one half at a time. */
    readonly only?: Half;
  },
): Promise<Omit<OutgoingMail, 'redirectTo'>[]> {
  const { user, newEmail, challenge, only } = change;
  const nowMs = kit.clock();
  // A link for a previously requested address must stop working.
  if (only === undefined || user.email_change !== newEmail) await clearChangeTokens(db, user.id);
  await db.query(
    `update auth.users set
       email_change = $2, email_change_confirm_status = 0, email_change_sent_at = $3, updated_at = $3
     where id = $1`,
    [user.id, newEmail, new Date(nowMs)],
  );
  if (challenge !== null) {
    await startFlow(db, { userId: user.id, authenticationMethod: 'email_change', challenge }, nowMs);
  }
  const write = async (kind: Half, to: string) => {
    const type: OneTimeTokenType =
      kind === 'email_change_new' ? 'email_change_token_new' : 'email_change_token_current';
    const otp = makeOtp(kit.random, kit.config.email.otp_length);
    const token = { userId: user.id, type, email: to, otp, isPkce: challenge !== null };
    const tokenHash = await storeOneTimeToken(db, token, nowMs);
    return { kind, user, to, otp, tokenHash, newEmail };
  };
  const isDouble = kit.config.email.double_confirm_changes && user.email !== null;
  const mails: Omit<OutgoingMail, 'redirectTo'>[] = [];
  if (only !== 'email_change_current') mails.push(await write('email_change_new', newEmail));
  if (isDouble && only !== 'email_change_new') {
    mails.push(await write('email_change_current', user.email ?? ''));
  }
  return mails;
}

async function clearChangeTokens(db: Transaction, userId: string): Promise<void> {
  await db.query(
    `delete from auth.one_time_tokens
     where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [userId],
  );
}

/**
 * Records a confirmation. The token is already spent and the user's row locked. Returns 'half' while the other mailbox
 * has not confirmed. Throws `email_exists` when another user took the address in the meantime.
 */
export async function confirmEmailChange(
  db: Transaction,
  kit: AuthKit,
  user: UserRow,
): Promise<'half' | 'changed'> {
  const needsBoth = kit.config.email.double_confirm_changes && user.email !== null;
  if (needsBoth && (user.email_change_confirm_status ?? 0) === 0) {
    await db.query('update auth.users set email_change_confirm_status = 1, updated_at = $2 where id = $1', [
      user.id,
      new Date(kit.clock()),
    ]);
    return 'half';
  }
  await replaceEmail(db, user, user.email_change ?? '', kit.clock());
  await confirmUser(db, await reloadUser(db, user.id), kit.clock());
  return 'changed';
}
