/**
 * Exchanging a refresh token (GoTrue, internal/tokens/service.go).
 *
 *   sign-in ─▶ t1 ─refresh─▶ t2 ─refresh─▶ t3 (active)
 *              revoked       revoked: parent of the active one
 *
 * A client that lost the reply, or a second tab, sends a token that is already spent. The parent of the active token always
 * gets the active one; an older token gets it within the reuse interval. After that, its use means that someone else has a
 * copy, and the whole session is revoked. Refreshes of one session wait for each other on its row.
 */
import type { Transaction } from '../db/database.ts';
import type { AuthDeps, Caller } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import {
  addRefreshToken,
  findSession,
  type GrantedSession,
  makeRefreshToken,
  readAmr,
  type SessionRow,
} from './sessions.ts';
import { isBanned, reloadUser } from './users.ts';

const MAX_WAIT = '5s';
const LOCK_NOT_AVAILABLE = '55P03';

interface RefreshTokenRow {
  readonly token: string;
  readonly user_id: string;
  readonly session_id: string | null;
  readonly revoked: boolean;
  readonly parent: string | null;
  readonly updated_at: Date;
}

/**
 * Throws an `AuthError` when the token is unknown or spent, or its session over; 409 after five seconds of contention.
 */
export async function refreshSession(deps: AuthDeps, token: string, caller: Caller): Promise<GrantedSession> {
  if (token === '') throw new AuthError(400, 'validation_failed', 'refresh_token required');
  const granted = await deps.database
    .transaction(async (db) => await refreshLocked(db, deps, token, caller))
    .catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
      throw new AuthError(
        409,
        'conflict',
        'Too many concurrent token refresh requests on the same session or refresh token',
        { cause: error },
      );
    });
  // Returned, not thrown inside the transaction, so that the revocation is committed.
  if (granted === 'already used') {
    throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  return granted;
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

async function refreshLocked(
  db: Transaction,
  deps: AuthDeps,
  token: string,
  caller: Caller,
): Promise<GrantedSession | 'already used'> {
  const nowMs = deps.clock();
  await db.query("select set_config('lock_timeout', $1, true)", [MAX_WAIT]);
  const { session, row } = await lockSession(db, token);
  const user = await reloadUser(db, session.user_id);
  if (isBanned(user, nowMs)) {
    throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  }
  assertSessionLasts(session, deps, nowMs);

  const refreshToken = row.revoked
    ? await findReplacement(db, deps, row, session.id)
    : await rotate(db, deps, row, session);
  if (refreshToken === null) {
    if (deps.config.enable_refresh_token_rotation) await revokeAll(db, session.id, nowMs);
    return 'already used';
  }
  await db.query(
    `update auth.sessions set
       refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4
     where id = $1`,
    [session.id, new Date(nowMs), caller.userAgent, caller.ip],
  );
  return {
    user,
    sessionId: session.id,
    refreshToken,
    aal: session.aal ?? 'aal1',
    amr: await readAmr(db, session.id),
  };
}

/** Finds the token's session, locks it, and then reads the token, so that no other request can change it. */
async function lockSession(
  db: Transaction,
  token: string,
): Promise<{ session: SessionRow; row: RefreshTokenRow }> {
  const found = await findRefreshToken(db, token);
  if (found === null) throw notFound();
  const locked = await db.query('select from auth.sessions where id = $1 for update', [found.session_id]);
  const session =
    found.session_id === null || locked.rowCount === 0 ? null : await findSession(db, found.session_id);
  if (session === null) {
    throw new AuthError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
  }
  const row = await findRefreshToken(db, token);
  if (row === null) throw notFound();
  return { session, row };
}

async function findRefreshToken(db: Transaction, token: string): Promise<RefreshTokenRow | null> {
  const { rows } = await db.query<RefreshTokenRow>(
    `select token, user_id, session_id, coalesce(revoked, false) as revoked, parent, updated_at
     from auth.refresh_tokens where token = $1`,
    [token],
  );
  return rows[0] ?? null;
}

function notFound(): AuthError {
  return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}

function assertSessionLasts(session: SessionRow, deps: AuthDeps, nowMs: number): void {
  const { timebox, inactivity_timeout: inactivityMs } = deps.config.sessions;
  const startedMs = session.created_at.getTime();
  const isOver =
    (session.not_after !== null && nowMs > session.not_after.getTime()) ||
    (timebox !== undefined && nowMs > startedMs + timebox);
  if (isOver) throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  const lastUsedMs = session.refreshed_at?.getTime() ?? startedMs;
  if (inactivityMs !== undefined && nowMs > lastUsedMs + inactivityMs) {
    throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)');
  }
}

/** Issues new tokens for a session that has just changed, whatever refresh token the caller has. */
export async function rotateSession(
  db: Transaction,
  deps: AuthDeps,
  sessionId: string,
): Promise<GrantedSession> {
  await db.query('select from auth.sessions where id = $1 for update', [sessionId]);
  const session = await findSession(db, sessionId);
  const { rows } = await db.query<{ token: string }>(
    `select token from auth.refresh_tokens
     where session_id = $1 and not coalesce(revoked, false) order by id desc limit 1`,
    [sessionId],
  );
  const row = rows[0] === undefined ? null : await findRefreshToken(db, rows[0].token);
  if (session === null || row === null) throw notFound();
  return {
    user: await reloadUser(db, session.user_id),
    sessionId,
    refreshToken: await rotate(db, deps, row, session),
    aal: session.aal ?? 'aal1',
    amr: await readAmr(db, sessionId),
  };
}

async function rotate(
  db: Transaction,
  deps: AuthDeps,
  row: RefreshTokenRow,
  session: SessionRow,
): Promise<string> {
  const token = makeRefreshToken(deps.random);
  const nowMs = deps.clock();
  await db.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1', [
    row.token,
    new Date(nowMs),
  ]);
  await addRefreshToken(
    db,
    { token, userId: session.user_id, sessionId: session.id, parent: row.token },
    nowMs,
  );
  return token;
}

/**
 * The active token, if a spent one may still be exchanged for it; null when the use of the spent one reveals a copy.
 */
async function findReplacement(
  db: Transaction,
  deps: AuthDeps,
  spent: RefreshTokenRow,
  sessionId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ token: string; parent: string | null }>(
    `select token, parent from auth.refresh_tokens
     where session_id = $1 and not coalesce(revoked, false) order by id desc limit 1`,
    [sessionId],
  );
  const active = rows[0];
  // All tokens are revoked: a copy was detected earlier, and the session is over.
  if (active === undefined) return null;
  const reuseUntilMs = spent.updated_at.getTime() + deps.config.refresh_token_reuse_interval * 1_000;
  return active.parent === spent.token || deps.clock() <= reuseUntilMs ? active.token : null;
}

async function revokeAll(db: Transaction, sessionId: string, nowMs: number): Promise<void> {
  await db.query(
    `update auth.refresh_tokens set revoked = true, updated_at = $2
     where session_id = $1 and not coalesce(revoked, false)`,
    [sessionId, new Date(nowMs)],
  );
}
