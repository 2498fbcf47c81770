/** Sessions: one row per sign-in, with a chain of refresh tokens, one of which is active. */
import { encodeBase64Url } from '../text/bytes.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AuthDeps, Caller } from './auth-deps.ts';
import { reloadUser, type UserRow } from './users.ts';

/** The method of a sign-in; appears in the claim `amr`. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'anonymous'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change';

export interface AmrEntry {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly refreshed_at: Date | null;
  readonly not_after: Date | null;
  readonly aal: string | null;
}

/** A session as its owner receives it. Nothing is signed yet, so that signing happens outside the transaction. */
export interface GrantedSession {
  readonly user: UserRow;
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly aal: string;
  readonly amr: readonly AmrEntry[];
}

/** Signs a user in: creates a session with its first refresh token. */
export async function grantSession(
  db: Transaction,
  deps: AuthDeps,
  grant: { readonly userId: string; readonly method: AuthenticationMethod; readonly caller: Caller },
): Promise<GrantedSession> {
  const now = new Date(deps.clock());
  const sessionId = crypto.randomUUID();
  const refreshToken = makeRefreshToken(deps.random);
  await db.query('update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1', [
    grant.userId,
    now,
  ]);
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5)`,
    [sessionId, grant.userId, now, grant.caller.userAgent, grant.caller.ip],
  );
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, $2, $2, $3)`,
    [sessionId, now, grant.method],
  );
  await addRefreshToken(
    db,
    { token: refreshToken, userId: grant.userId, sessionId, parent: null },
    now.getTime(),
  );
  return {
    user: await reloadUser(db, grant.userId),
    sessionId,
    refreshToken,
    aal: 'aal1',
    amr: [{ method: grant.method, timestamp: Math.floor(now.getTime() / 1_000) }],
  };
}

export async function addRefreshToken(
  db: Transaction,
  token: {
    readonly token: string;
    readonly userId: string;
    readonly sessionId: string;
    readonly parent: string | null;
  },
  nowMs: number,
): Promise<void> {
  await db.query(
    `insert into auth.refresh_tokens
       (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4, $5)`,
    [token.token, token.userId, new Date(nowMs), token.parent, token.sessionId],
  );
}

/** 132 random bits as 22 characters that need no escaping. */
export function makeRefreshToken(random: (length: number) => Uint8Array): string {
  return encodeBase64Url(random(17)).slice(0, 22);
}

export async function findSession(db: Transaction, id: string): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>(
    `select id, user_id, created_at, refreshed_at at time zone 'utc' as refreshed_at, not_after, aal
     from auth.sessions where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function readAmr(db: Transaction, sessionId: string): Promise<AmrEntry[]> {
  const { rows } = await db.query<{ method: string; updated_at: Date }>(
    `select authentication_method as method, updated_at from auth.mfa_amr_claims
     where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return rows.map(({ method, updated_at }) => ({
    method,
    timestamp: Math.floor(updated_at.getTime() / 1_000),
  }));
}

/**
 * Deletes sessions and their refresh tokens. Access tokens are refused here at once, by other services from `exp` on.
 */
export async function endSessions(
  db: Transaction,
  which:
    | { readonly sessionId: string }
    | { readonly userId: string; readonly exceptSessionId?: string | null },
): Promise<void> {
  if ('sessionId' in which) {
    await db.query('delete from auth.sessions where id = $1', [which.sessionId]);
    return;
  }
  await db.query('delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid', [
    which.userId,
    which.exceptSessionId ?? null,
  ]);
}

/** Returns the ended ones of these sessions: signed out, expired, or of a deleted or banned user. */
export async function findEndedSessions(
  db: Database,
  sessionIds: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select given.id::text as id from unnest($1::uuid[]) as given (id)
     where not exists (
       select from auth.sessions s join auth.users u on u.id = s.user_id
       where s.id = given.id and (s.not_after is null or s.not_after > $2)
         and (u.banned_until is null or u.banned_until <= $2) and u.deleted_at is null)`,
    [sessionIds, new Date(nowMs)],
  );
  return new Set(rows.map(({ id }) => id));
}
