import { Hono } from 'hono';
import { z } from 'zod';
import { type AuthEnv, type Caller, describeCaller } from '../auth-deps.ts';
import type { AuthKit } from '../auth-kit.ts';
import { AuthError } from '../errors.ts';
import { isPasswordOf } from '../password-hash.ts';
import { findWeakness } from '../password-rules.ts';
import { redeemAuthCode } from '../pkce.ts';
import { limitBy } from '../rate-limit.ts';
import { readBody, text } from '../read-body.ts';
import { refreshSession } from '../refresh.ts';
import { refuseGrant } from './switched-off.ts';
import { runHook, verdictShape } from '../run-hook.ts';
import { toSessionJson } from '../session-json.ts';
import { endSessions, type GrantedSession, grantSession } from '../sessions.ts';
import { findUserByEmail, isBanned, isConfirmed } from '../users.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });
const refreshBody = z.object({ refresh_token: text });
const pkceBody = z.object({ auth_code: text, code_verifier: text });

/** `POST /token?grant_type=password|refresh_token|pkce`: always answers with a session. */
export function routeToken(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>().post('/token', limitBy(kit.limits.token), async (c) => {
    const caller = describeCaller(c);
    const grant = c.req.query('grant_type');
    switch (grant) {
      case 'password':
        return c.json(await signInWithPassword(kit, caller, await readBody(c.req.raw, passwordBody)));
      case 'refresh_token': {
        const body = await readBody(c.req.raw, refreshBody);
        const session = await refreshSession(kit, body.refresh_token, caller);
        return c.json(await toSessionJson(kit, session, { caller, method: 'token_refresh' }));
      }
      case 'pkce': {
        const session = await exchangeCode(kit, caller, await readBody(c.req.raw, pkceBody));
        return c.json(await toSessionJson(kit, session, { caller }));
      }
      default:
        return refuseGrant(grant);
    }
  });
}

async function signInWithPassword(
  kit: AuthKit,
  caller: Caller,
  body: z.infer<typeof passwordBody>,
): Promise<Record<string, unknown>> {
  if (body.email !== '' && body.phone !== '') {
    throw new AuthError(
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    );
  }
  if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (body.email === '') throw new AuthError(400, 'validation_failed', 'missing email or phone');
  const user = await findUserByEmail(kit.database, body.email.toLowerCase());
  const isRight = await isPasswordOf(user?.encrypted_password, body.password);
  if (user !== null) await runPasswordHook(kit, caller, user.id, isRight);
  if (user === null || !isRight) {
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  // After the password, unlike GoTrue, so that only the user learns of the ban.
  if (isBanned(user, kit.clock())) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!isConfirmed(user)) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const session = await kit.database.transaction(
    async (db) => await grantSession(db, kit, { userId: user.id, method: 'password', caller }),
  );
  return await toSessionJson(kit, session, { caller, weakness: findWeakness(kit.config, body.password) });
}

/** Throws when the project's hook rejects the attempt, correct or not. */
async function runPasswordHook(
  kit: AuthKit,
  caller: Caller,
  userId: string,
  isRight: boolean,
): Promise<void> {
  const event = { user_id: userId, valid: isRight };
  const verdict = await runHook(kit, { name: 'password_verification_attempt', caller, event }, verdictShape);
  if (verdict?.decision !== 'reject') return;
  if (verdict.should_logout_user) {
    await kit.database.transaction(async (db) => await endSessions(db, { userId }));
  }
  const message = verdict.message || 'Further password verification attempts will be rejected.';
  throw new AuthError(400, 'invalid_credentials', message);
}

async function exchangeCode(
  kit: AuthKit,
  caller: Caller,
  body: z.infer<typeof pkceBody>,
): Promise<GrantedSession> {
  if (body.auth_code === '' || body.code_verifier === '') {
    throw new AuthError(
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  return await kit.database.transaction(async (db) => {
    const redeemed = await redeemAuthCode(
      db,
      { authCode: body.auth_code, codeVerifier: body.code_verifier },
      kit.clock(),
    );
    return await grantSession(db, kit, {
      userId: redeemed.userId,
      method: redeemed.authenticationMethod,
      caller,
    });
  });
}
