import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { type AuthEnv, type Caller, describeCaller } from '../auth-deps.ts';
import type { AuthKit } from '../auth-kit.ts';
import { confirmUser } from '../change-user.ts';
import { normaliseEmail } from '../email-address.ts';
import { confirmEmailChange } from '../email-change.ts';
import { AuthError } from '../errors.ts';
import {
  findTokenByCode,
  findTokenByHash,
  type FoundToken,
  isTokenExpired,
  type OneTimeTokenType,
  PKCE_PREFIX,
  spendOneTimeToken,
} from '../one-time-token.ts';
import { issueAuthCode } from '../pkce.ts';
import { limitBy } from '../rate-limit.ts';
import { readBody, text } from '../read-body.ts';
import { chooseRedirect, withError, withFragment, withQuery } from '../redirect.ts';
import { toSessionJson } from '../session-json.ts';
import { type AuthenticationMethod, grantSession } from '../sessions.ts';
import { findUserById, isBanned, isConfirmed } from '../users.ts';

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

interface VerificationKind {
  readonly tokens: readonly OneTimeTokenType[];
  /** The kind of PKCE flow that the mail belongs to. */
  readonly method: AuthenticationMethod;
}

const KINDS: ReadonlyMap<string, VerificationKind> = new Map([
  ['signup', { tokens: ['confirmation_token'], method: 'email/signup' }],
  ['invite', { tokens: ['confirmation_token'], method: 'invite' }],
  ['magiclink', { tokens: ['recovery_token'], method: 'magiclink' }],
  ['recovery', { tokens: ['recovery_token'], method: 'recovery' }],
  ['email', { tokens: ['confirmation_token', 'recovery_token'], method: 'magiclink' }],
  [
    'email_change',
    { tokens: ['email_change_token_current', 'email_change_token_new'], method: 'email_change' },
  ],
]);

/** Proof of access to a mailbox: the hash in a link, or the code and the address it was sent to. */
type Proof = { readonly tokenHash: string } | { readonly email: string; readonly otp: string };

const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});

/** `POST /verify` answers with a session, `GET /verify` (the link in an email) with a redirect. Tokens work once. */
export function routeVerify(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .use('/verify', limitBy(kit.limits.verify))
    .post('/verify', async (c) => {
      const body = await readBody(c.req.raw, verifyBody);
      const caller = describeCaller(c);
      const proof = readProof(body);
      const session = await kit.database.transaction(async (db) => {
        const userId = await verify(db, kit, body.type, proof);
        return userId === null ? null : await grantSession(db, kit, { userId, method: 'otp', caller });
      });
      if (session === null) return c.json({ msg: HALF_CONFIRMED, code: '200' });
      return c.json(await toSessionJson(kit, session, { caller }));
    })
    .get('/verify', async (c) => {
      // Hono treats HEAD as GET, GoTrue does not.
      if (c.req.method === 'HEAD') return c.body(null, 405, { Allow: 'GET, POST' });
      return await followLink(kit, c);
    });
}

function readProof(body: z.infer<typeof verifyBody>): Proof {
  if (body.type === '') throw invalid('Verify requires a verification type');
  if ((body.token === '') === (body.token_hash === '')) {
    throw invalid('Verify requires either a token or a token hash');
  }
  if (body.token_hash !== '') {
    if (body.email !== '' || body.phone !== '' || body.redirect_to !== '') {
      throw invalid('Only the token_hash and type should be provided');
    }
    return { tokenHash: body.token_hash };
  }
  if (body.email === '' || body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  return { email: normaliseEmail(body.email), otp: body.token };
}

function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/**
 * Spends the token and performs its action. Returns the user to sign in, or null after one half of a change of address.
 */
async function verify(db: Transaction, kit: AuthKit, type: string, proof: Proof): Promise<string | null> {
  const kind = KINDS.get(type);
  if (kind === undefined) throw invalid('Invalid email verification type');
  const isLink = 'tokenHash' in proof;
  const gone = () =>
    new AuthError(
      403,
      'otp_expired',
      isLink ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
    );
  const token = isLink
    ? await findTokenByHash(db, proof.tokenHash, kind.tokens)
    : await findTokenByCode(db, proof, kind.tokens);
  if (token === null) throw gone();
  const user = await findUserById(db, token.user_id, { lock: true });
  if (user === null) throw gone();
  const nowMs = kit.clock();
  if (isBanned(user, nowMs)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (isTokenExpired(token, kit.config.email.otp_expiry, nowMs)) throw gone();
  if (!(await spendOneTimeToken(db, token))) throw gone();
  if (isEmailChange(token)) {
    return (await confirmEmailChange(db, kit, user)) === 'half' ? null : user.id;
  }
  if (!isConfirmed(user) || token.token_type === 'confirmation_token') await confirmUser(db, user, nowMs);
  return user.id;
}

function isEmailChange(token: FoundToken): boolean {
  return token.token_type === 'email_change_token_current' || token.token_type === 'email_change_token_new';
}

async function followLink(kit: AuthKit, c: Context<AuthEnv>): Promise<Response> {
  const type = c.req.query('type') ?? '';
  const token = c.req.query('token') ?? '';
  if (type === '') throw invalid('Verify requires a verification type');
  if (token === '') throw invalid('Verify requires a token or a token hash');
  const target = chooseRedirect(kit.config, c.req.query('redirect_to'), c.req.header('Referer'));
  const isPkce = token.startsWith(PKCE_PREFIX);
  try {
    const link = { type, token, target, isPkce, caller: describeCaller(c) };
    return c.redirect(await verifyLink(kit, link), 303);
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    return c.redirect(withError(target, error, isPkce), 303);
  }
}

/** Returns the URL to redirect to: with the session behind `#`, or for PKCE with a code in the query. */
async function verifyLink(
  kit: AuthKit,
  link: {
    readonly type: string;
    readonly token: string;
    readonly target: string;
    readonly isPkce: boolean;
    readonly caller: Caller;
  },
): Promise<string> {
  const method = KINDS.get(link.type)?.method ?? 'otp';
  const outcome = await kit.database.transaction(async (db) => {
    const userId = await verify(db, kit, link.type, { tokenHash: link.token });
    if (userId === null) return { kind: 'half' } as const;
    if (link.isPkce) {
      const code = await issueAuthCode(db, { userId, authenticationMethod: method }, kit.clock());
      return { kind: 'code', code } as const;
    }
    const session = await grantSession(db, kit, { userId, method: 'otp', caller: link.caller });
    return { kind: 'session', session } as const;
  });
  if (outcome.kind === 'half') {
    const message = { message: HALF_CONFIRMED };
    return withFragment(link.isPkce ? withQuery(link.target, message) : link.target, message);
  }
  if (outcome.kind === 'code') return withQuery(link.target, { code: outcome.code });
  const session = await toSessionJson(kit, outcome.session, { caller: link.caller });
  return withFragment(link.target, {
    access_token: String(session['access_token']),
    expires_at: String(session['expires_at']),
    expires_in: String(session['expires_in']),
    refresh_token: outcome.session.refreshToken,
    token_type: 'bearer',
    type: link.type,
  });
}
