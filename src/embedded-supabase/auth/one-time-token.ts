/**
 * The tokens in emails: a numeric code, and a link with the hash of address and code. Only the hash is stored, in
 * `auth.one_time_tokens`, one of each kind per user: a newer email voids the older one.
 */
import type { Transaction } from '../db/database.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token';

/** Marks the token of a PKCE flow, whose link ends in a code instead of a session. */
export const PKCE_PREFIX = 'pkce_';

/** `hex(sha224(address + code))`; Postgres computes it because WebCrypto has no SHA-224. */
const HASH = "encode(sha224(convert_to($1::text || $2::text, 'UTF8')), 'hex')";

/** A code of `length` digits, each equally likely. */
export function makeOtp(random: (length: number) => Uint8Array, length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of random(length * 2)) {
      // 250 is the largest multiple of ten in a byte. Values beyond it would favour low digits.
      if (byte < 250 && digits.length < length) digits += String(byte % 10);
    }
  }
  return digits;
}

export interface NewOneTimeToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly email: string;
  readonly otp: string;
  readonly isPkce: boolean;
}

/** Stores the token, replacing an older one of its kind. Returns its hash, with the PKCE prefix if it has one. */
export async function storeOneTimeToken(
  db: Transaction,
  token: NewOneTimeToken,
  nowMs: number,
): Promise<string> {
  const { rows } = await db.query<{ token_hash: string }>(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values (gen_random_uuid(), $3, $4, $5 || ${HASH}, $1, $6, $6)
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, relates_to = excluded.relates_to,
       created_at = excluded.created_at, updated_at = excluded.updated_at
     returning token_hash`,
    [token.email, token.otp, token.userId, token.type, token.isPkce ? PKCE_PREFIX : '', new Date(nowMs)],
  );
  const stored = rows[0];
  if (stored === undefined) throw new Error('A one-time token was not stored.');
  return stored.token_hash;
}

export interface FoundToken {
  readonly user_id: string;
  readonly token_hash: string;
  readonly token_type: OneTimeTokenType;
  readonly created_at: Date;
}

export async function findTokenByHash(
  db: Transaction,
  tokenHash: string,
  types: readonly OneTimeTokenType[],
): Promise<FoundToken | null> {
  const { rows } = await db.query<FoundToken>(
    `select user_id, token_hash, token_type, created_at from auth.one_time_tokens
     where token_hash = $1 and token_type = any($2::auth.one_time_token_type[])`,
    [tokenHash, types],
  );
  return rows[0] ?? null;
}

export async function findTokenByCode(
  db: Transaction,
  code: { readonly email: string; readonly otp: string },
  types: readonly OneTimeTokenType[],
): Promise<FoundToken | null> {
  const { rows } = await db.query<FoundToken>(
    `select user_id, token_hash, token_type, created_at from auth.one_time_tokens
     where token_hash in (${HASH}, '${PKCE_PREFIX}' || ${HASH})
       and token_type = any($3::auth.one_time_token_type[])`,
    [code.email, code.otp, types],
  );
  return rows[0] ?? null;
}

export function isTokenExpired(token: FoundToken, lifetimeSeconds: number, nowMs: number): boolean {
  return nowMs > token.created_at.getTime() + lifetimeSeconds * 1_000;
}

/** Spends the token. False when another request spent it first. */
export async function spendOneTimeToken(db: Transaction, token: FoundToken): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from auth.one_time_tokens where user_id = $1 and token_type = $2 and token_hash = $3',
    [token.user_id, token.token_type, token.token_hash],
  );
  return rowCount > 0;
}

export async function clearOneTimeTokens(db: Transaction, userId: string): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}
