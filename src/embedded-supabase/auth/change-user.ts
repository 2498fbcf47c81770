/** Changes to a user that several requests share. Each runs inside the caller's transaction. */
import type { Transaction } from '../db/database.ts';
import { addEmailIdentity } from './create-user.ts';
import { AuthError } from './errors.ts';
import { clearOneTimeTokens } from './one-time-token.ts';
import { endSessions } from './sessions.ts';
import type { Metadata, UserRow } from './users.ts';

/** Marks the address as confirmed and voids all one-time tokens mailed before. */
export async function confirmUser(db: Transaction, user: UserRow, nowMs: number): Promise<void> {
  await db.query(
    `update auth.users set
       email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
     where id = $1`,
    [user.id, new Date(nowMs)],
  );
  await db.query(
    `update auth.identities set
       identity_data = identity_data || '{"email_verified": true}', updated_at = $3
     where user_id = $1 and email = $2`,
    [user.id, user.email, new Date(nowMs)],
  );
  await clearOneTimeTokens(db, user.id);
}

/** Merges at the top level; a null deletes its key (GoTrue, models/user.go). */
export async function mergeMetadata(
  db: Transaction,
  userId: string,
  changes: { readonly user?: Metadata | null; readonly app?: Metadata | null },
  nowMs: number,
): Promise<void> {
  await db.query(
    `update auth.users set
       raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[],
       raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || $4::jsonb) - $5::text[],
       updated_at = $6
     where id = $1`,
    [userId, ...splitMetadata(changes.user), ...splitMetadata(changes.app), new Date(nowMs)],
  );
}

function splitMetadata(changes: Metadata | null | undefined): [set: string, deleted: string[]] {
  const entries = Object.entries(changes ?? {});
  const set = entries.filter(([, value]) => value !== null);
  const deleted = entries.filter(([, value]) => value === null).map(([key]) => key);
  return [JSON.stringify(Object.fromEntries(set)), deleted];
}

/** Stores a new password; ends every other session and voids all one-time tokens. */
export async function replacePassword(
  db: Transaction,
  change: {
    readonly userId: string;
    readonly passwordHash: string;
    /** The session to keep; null ends all of them. */
    readonly keptSessionId: string | null;
  },
  nowMs: number,
): Promise<void> {
  await db.query(
    `update auth.users set
       encrypted_password = $2, updated_at = $3, confirmation_sent_at = null, recovery_sent_at = null,
       email_change_sent_at = null, reauthentication_sent_at = null
     where id = $1`,
    [change.userId, change.passwordHash, new Date(nowMs)],
  );
  await clearOneTimeTokens(db, change.userId);
  await endSessions(db, { userId: change.userId, exceptSessionId: change.keptSessionId });
}

/**
 * Removes the password of an unconfirmed account. Its creator may not own the mailbox, and the owner must not get an account
 * with a password that a stranger chose.
 */
export async function forgetPassword(db: Transaction, userId: string, nowMs: number): Promise<void> {
  await db.query("update auth.users set encrypted_password = '', updated_at = $2 where id = $1", [
    userId,
    new Date(nowMs),
  ]);
}

/** Gives a user an address that counts as verified. Throws `email_exists` when another user has it. */
export async function replaceEmail(
  db: Transaction,
  user: UserRow,
  email: string,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const taken = await db.query(
    'select from auth.users where lower(email::text) = $1 and id <> $2 and not is_sso_user',
    [email, user.id],
  );
  if (taken.rowCount > 0) throw emailExists();
  await db.query(
    `update auth.users set
       email = $2, email_change = '', email_change_confirm_status = 0, is_anonymous = false, updated_at = $3
     where id = $1`,
    [user.id, email, now],
  );
  const identity = await db.query(
    `update auth.identities set
       identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true),
       updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [user.id, email, now],
  );
  if (identity.rowCount > 0) return;
  await addEmailIdentity(db, { id: user.id, email, isVerified: true }, nowMs);
  await mergeMetadata(db, user.id, { app: { provider: 'email', providers: ['email'] } }, nowMs);
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
