import type { Transaction } from '../db/database.ts';
import { AuthError } from './errors.ts';
import { type Metadata, reloadUser, type UserRow } from './users.ts';

export interface NewUser {
  readonly id?: string;
  /** Normalised; null only for an anonymous user. */
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly userMetadata: Metadata;
  readonly appMetadata?: Metadata;
  readonly role?: string;
  readonly isInvited?: boolean;
  /** The user signed up: the identity's data become the user's metadata (GoTrue, RemoveUnconfirmedIdentities). */
  readonly signsUp?: boolean;
}

/**
 * Adds an unconfirmed user with an identity for the address. The row is inserted with only the columns that GoTrue inserts, so
 * that the project's triggers receive the same row. The role and an administrator's `app_metadata` are set later.
 * Throws `user_already_exists` when the address (or the id) was taken in the meantime, and `unexpected_failure` when
 * the project's own triggers refuse the row.
 */
export async function createUser(db: Transaction, user: NewUser, nowMs: number): Promise<UserRow> {
  const id = user.id ?? crypto.randomUUID();
  const providers = user.email === null ? {} : { provider: 'email', providers: ['email'] };
  const inserted = await insertUser(db, [
    id,
    user.email,
    user.passwordHash ?? '',
    JSON.stringify(providers),
    JSON.stringify(user.userMetadata),
    new Date(nowMs),
    user.isInvited === true ? new Date(nowMs) : null,
    user.email === null,
  ]);
  if (!inserted) throw new AuthError(422, 'user_already_exists', 'User already registered');
  if (user.email !== null) await addEmailIdentity(db, { ...user, id, email: user.email }, nowMs);
  await db.query(
    `update auth.users set role = $2, raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $3,
       raw_user_meta_data = case when $4 then
         (select identity_data from auth.identities where user_id = $1 and provider = 'email')
       else raw_user_meta_data end
     where id = $1`,
    [id, user.role ?? 'authenticated', JSON.stringify(user.appMetadata ?? {}), user.signsUp === true],
  );
  return await reloadUser(db, id);
}

async function insertUser(db: Transaction, values: readonly unknown[]): Promise<boolean> {
  try {
    const { rowCount } = await db.query(
      `insert into auth.users (
         instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data,
         created_at, updated_at, invited_at, is_anonymous,
         confirmation_token, recovery_token, email_change_token_new, email_change
       ) values (
         '00000000-0000-0000-0000-000000000000', $1, 'authenticated', '', $2, $3, $4, $5, $6, $6, $7, $8,
         '', '', '', ''
       ) on conflict do nothing`,
      values,
    );
    return rowCount > 0;
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', 'Database error saving new user', { cause });
  }
}

/** Adds the identity by which the user signs in with this address. */
export async function addEmailIdentity(
  db: Transaction,
  user: {
    readonly id: string;
    readonly email: string;
    readonly isVerified?: boolean;
    readonly signsUp?: boolean;
    readonly userMetadata?: Metadata;
  },
  nowMs: number,
): Promise<void> {
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $2, 'email', $3, $3, $3)`,
    [
      user.id,
      JSON.stringify({
        ...(user.signsUp === true ? user.userMetadata : {}),
        // The server's values override the caller's.
        sub: user.id,
        email: user.email,
        email_verified: user.isVerified === true,
        phone_verified: false,
      }),
      new Date(nowMs),
    ],
  );
}
