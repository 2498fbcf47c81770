/** The answer to a sign-in or a refresh. */
import { z } from 'zod';
import type { Claims } from '../keys/tokens.ts';
import type { AuthDeps, Caller } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import type { Weakness } from './password-rules.ts';
import { runHook } from './run-hook.ts';
import type { GrantedSession } from './sessions.ts';
import { toUserJson } from './users.ts';

interface Circumstances {
  readonly caller: Caller;
  readonly weakness?: Weakness | null;
  /** The authentication method for this token; defaults to that of the session's last sign-in. */
  readonly method?: string;
}

/** The reply to every sign-in and refresh (GoTrue, AccessTokenResponse), with a newly signed access token. */
export async function toSessionJson(
  deps: AuthDeps,
  granted: GrantedSession,
  more: Circumstances,
): Promise<Record<string, unknown>> {
  const iat = Math.floor(deps.clock() / 1_000);
  const exp = iat + deps.config.jwt_expiry;
  const claims = claimsOf(deps, granted, { iat, exp, origin: more.caller.origin });
  return {
    access_token: await deps.tokens.sign(await runTokenHook(deps, claims, granted, more)),
    token_type: 'bearer',
    expires_in: deps.config.jwt_expiry,
    expires_at: exp,
    refresh_token: granted.refreshToken,
    user: toUserJson(granted.user),
    ...(more.weakness ? { weak_password: more.weakness } : {}),
  };
}

function claimsOf(
  deps: AuthDeps,
  granted: GrantedSession,
  time: { readonly iat: number; readonly exp: number; readonly origin: string },
): Claims {
  const { user } = granted;
  return {
    iss: deps.config.jwt_issuer ?? `${deps.config.external_url ?? time.origin}/auth/v1`,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp: time.exp,
    iat: time.iat,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? '',
    aal: granted.aal,
    amr: granted.amr,
    session_id: granted.sessionId,
    is_anonymous: user.is_anonymous,
  };
}

/** Claims that every token must have (GoTrue, MinimumViableTokenSchema). */
const NEEDED = ['aud', 'exp', 'iat', 'sub', 'email', 'phone', 'role', 'aal', 'session_id', 'is_anonymous'];

const changedShape = z.object({ claims: z.record(z.string(), z.unknown()) });
const claimsShape = z.looseObject({ role: z.string() });

/** The claims, after the project's hook has changed them. */
async function runTokenHook(
  deps: AuthDeps,
  claims: Claims,
  { user, amr }: GrantedSession,
  { caller, method }: Circumstances,
): Promise<Claims> {
  const event = { user_id: user.id, claims, authentication_method: method ?? amr[0]?.method ?? '' };
  const changed = await runHook(deps, { name: 'custom_access_token', caller, event }, changedShape);
  if (changed === null) return claims;
  const missing = NEEDED.filter((name) => !Object.hasOwn(changed.claims, name));
  if (missing.length === 0) return claimsShape.parse(changed.claims);
  const list = missing.map((name) => `- (root): ${name} is required\n`).join('');
  const message = `output claims do not conform to the expected schema: \n${list}`;
  throw new AuthError(500, 'unexpected_failure', message);
}
