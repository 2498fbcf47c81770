import type { Context } from 'hono';
import { z } from 'zod';
import type { Claims } from '../keys/tokens.ts';
import type { AuthDeps, AuthEnv } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { findSession, type SessionRow } from './sessions.ts';
import { findUserById, isBanned, type UserRow } from './users.ts';

const ADMIN_ROLES = new Set(['service_role', 'supabase_admin']);
const uuid = z.guid();

export interface SignedIn {
  readonly user: UserRow;
  /** Null only for a token without `session_id`, which this service does not issue. */
  readonly session: SessionRow | null;
}

/**
 * The caller, identified by a bearer token whose user and session still exist: after sign-out the token is refused here
 * at once. Throws `no_authorization` (401), else 403 with `bad_jwt`, `user_not_found`, `session_not_found` or
 * `user_banned`.
 */
export async function requireUser(c: Context<AuthEnv>, deps: AuthDeps): Promise<SignedIn> {
  const claims = await requireClaims(c, deps);
  if (claims.sub === undefined || claims.sub === '') {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  }
  if (!uuid.safeParse(claims.sub).success) {
    throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  }
  const user = await findUserById(deps.database, claims.sub);
  if (user === null) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  const session = await requireSession(deps, claims, user);
  if (isBanned(user, deps.clock())) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, session };
}

async function requireSession(deps: AuthDeps, claims: Claims, user: UserRow): Promise<SessionRow | null> {
  const id = claims.session_id;
  if (id === undefined || id === '') return null;
  const session = uuid.safeParse(id).success ? await findSession(deps.database, id) : null;
  if (session !== null && session.user_id === user.id) return session;
  throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

/** Throws `not_admin` (403) unless the token's role may administer users. */
export async function requireAdmin(c: Context<AuthEnv>, deps: AuthDeps): Promise<void> {
  const claims = await requireClaims(c, deps);
  if (!ADMIN_ROLES.has(claims.role)) throw new AuthError(403, 'not_admin', 'User not allowed');
}

async function requireClaims(c: Context<AuthEnv>, deps: AuthDeps): Promise<Claims> {
  const { token } = c.env;
  if (token === null) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const verified = await deps.tokens.verify(token);
  if (verified.ok) return verified.claims;
  const why =
    verified.reason === 'expired'
      ? 'token has invalid claims: token is expired'
      : `token is ${verified.reason}`;
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
}
