import { type Context, Hono } from 'hono';
import { encodeQR } from 'qr';
import { z } from 'zod';
import { type AuthEnv, type Caller, describeCaller } from '../auth-deps.ts';
import type { AuthKit } from '../auth-kit.ts';
import { AuthError } from '../errors.ts';
import {
  addChallenge,
  addTotpFactor,
  challengeExpiresAt,
  deleteChallenge,
  deleteFactor,
  type FactorRow,
  findChallenge,
  findFactor,
  isAskedFrom,
  listFactors,
  markVerified,
  spendTotpStep,
} from '../factors.ts';
import { assertWithinLimit } from '../rate-limit.ts';
import { readBody, text } from '../read-body.ts';
import { rotateSession } from '../refresh.ts';
import { requireUser } from '../require-user.ts';
import { runHook, verdictShape } from '../run-hook.ts';
import { toSessionJson } from '../session-json.ts';
import { endSessions, type GrantedSession, type SessionRow } from '../sessions.ts';
import { makeTotpSecret, totpStepOf, totpUri } from '../totp.ts';
import type { UserRow } from '../users.ts';

const enrollBody = z.object({ friendly_name: text, factor_type: text, issuer: text, phone: text });
const verifyBody = z.object({ challenge_id: text, code: text });
const uuid = z.guid();

interface SessionUser {
  readonly user: UserRow;
  readonly session: SessionRow;
}

/** `/factors`: an authenticator app as second factor. A session that has shown it is `aal2`. */
export function routeMfa(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .post('/factors', async (c) => {
      const signedIn = await requireSession(c, kit);
      return c.json(await enroll(kit, signedIn, await readBody(c.req.raw, enrollBody)));
    })
    .post('/factors/:id/challenge', async (c) => {
      const { user } = await requireSession(c, kit);
      assertWithinLimit(c, kit.limits.factor);
      const factor = await findByParam(kit, user, c.req.param('id'));
      assertTotpVerifies(kit);
      const nowMs = kit.clock();
      const challenge = { id: crypto.randomUUID(), factorId: factor.id, caller: describeCaller(c) };
      await kit.database.transaction(async (db) => await addChallenge(db, challenge, nowMs));
      const expiresAt = Math.floor(challengeExpiresAt(nowMs) / 1_000);
      return c.json({ id: challenge.id, type: factor.factor_type, expires_at: expiresAt });
    })
    .post('/factors/:id/verify', async (c) => {
      const signedIn = await requireSession(c, kit);
      assertWithinLimit(c, kit.limits.factor);
      const factor = await findByParam(kit, signedIn.user, c.req.param('id'));
      const granted = await verify(c, kit, { ...signedIn, factor });
      return c.json(await toSessionJson(kit, granted, { caller: describeCaller(c) }));
    })
    .delete('/factors/:id', async (c) => {
      const { user, session } = await requireSession(c, kit);
      const factor = await findByParam(kit, user, c.req.param('id'));
      if (factor.status === 'verified' && session.aal !== 'aal2') {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      }
      await kit.database.transaction(async (db) => await deleteFactor(db, factor));
      return c.json({ id: factor.id });
    });
}

async function requireSession(c: Context<AuthEnv>, kit: AuthKit): Promise<SessionUser> {
  const { user, session } = await requireUser(c, kit);
  if (user.is_anonymous) {
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
  if (session !== null) return { user, session };
  throw new AuthError(
    500,
    'unexpected_failure',
    'A valid session and a registered user are required to enroll a factor',
  );
}

export async function findByParam(kit: AuthKit, user: UserRow, id: string): Promise<FactorRow> {
  if (!uuid.safeParse(id).success) {
    throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  }
  const factor = await findFactor(kit.database, user.id, id);
  if (factor === null) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

async function enroll(
  kit: AuthKit,
  signedIn: SessionUser,
  body: z.infer<typeof enrollBody>,
): Promise<Record<string, unknown>> {
  assertTotpEnrolls(kit, body.factor_type);
  const { user } = signedIn;
  const issuer = body.issuer === '' ? new URL(kit.config.site_url).host : body.issuer;
  const id = crypto.randomUUID();
  const secret = makeTotpSecret(kit.random);
  await kit.database.transaction(async (db) => {
    // Concurrent enrolments wait for each other, so that the limits hold.
    await db.query('select from auth.users where id = $1 for update', [user.id]);
    const nowMs = kit.clock();
    assertMayEnroll(kit, signedIn, await listFactors(db, user.id, nowMs), body.friendly_name);
    await addTotpFactor(db, { id, userId: user.id, friendlyName: body.friendly_name, secret }, nowMs);
  });
  const uri = totpUri(issuer, user.email ?? '', secret);
  return {
    id,
    type: 'totp',
    friendly_name: body.friendly_name,
    totp: { qr_code: encodeQR(uri, 'svg'), secret, uri },
  };
}

function assertTotpEnrolls(kit: AuthKit, type: string): void {
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  }
  if (type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  if (type !== 'totp') {
    throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
  if (kit.config.mfa.totp.enroll_enabled) return;
  throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
}

function assertTotpVerifies(kit: AuthKit): void {
  if (kit.config.mfa.totp.verify_enabled) return;
  throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP');
}

function assertMayEnroll(
  kit: AuthKit,
  { session }: SessionUser,
  factors: readonly FactorRow[],
  friendlyName: string,
): void {
  if (factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    const message = `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
  if (factors.length >= kit.config.mfa.max_enrolled_factors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (factors.some(({ status }) => status === 'verified') && session.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

/** Returns the session with new tokens; the old refresh token is spent. */
async function verify(
  c: Context<AuthEnv>,
  kit: AuthKit,
  signedIn: SessionUser & { readonly factor: FactorRow },
): Promise<GrantedSession> {
  const body = await readBody(c.req.raw, verifyBody);
  if (body.code === '') throw new AuthError(400, 'validation_failed', 'Code needs to be non-empty');
  assertTotpVerifies(kit);
  const challengeId = await requireChallenge(c, kit, signedIn.factor, body.challenge_id);
  const { id: factorId, secret } = signedIn.factor;
  const step = await totpStepOf(secret ?? '', body.code, kit.clock());
  await runFactorHook(kit, describeCaller(c), signedIn, step !== null);
  return await kit.database.transaction(async (db) => {
    if (step === null || !(await spendTotpStep(db, factorId, step))) throw wrongCode();
    if (!(await markVerified(db, { ...signedIn, challengeId }, kit.clock()))) throw addressMismatch();
    return await rotateSession(db, kit, signedIn.session.id);
  });
}

/** Throws when the project's hook rejects the attempt, correct or not. A rejection ends every session of the user. */
async function runFactorHook(
  kit: AuthKit,
  caller: Caller,
  { user, factor }: SessionUser & { readonly factor: FactorRow },
  isRight: boolean,
): Promise<void> {
  const event = { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type, valid: isRight };
  const verdict = await runHook(kit, { name: 'mfa_verification_attempt', caller, event }, verdictShape);
  if (verdict?.decision !== 'reject') return;
  await kit.database.transaction(async (db) => await endSessions(db, { userId: user.id }));
  const message = verdict.message || 'Further MFA verification attempts will be rejected.';
  throw new AuthError(403, 'mfa_verification_rejected', message);
}

async function requireChallenge(
  c: Context<AuthEnv>,
  kit: AuthKit,
  factor: FactorRow,
  id: string,
): Promise<string> {
  const challenge = uuid.safeParse(id).success ? await findChallenge(kit.database, factor.id, id) : null;
  if (challenge === null) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new AuthError(422, 'mfa_factor_not_found', message);
  }
  if (challenge.verified_at !== null || !isAskedFrom(challenge, describeCaller(c))) throw addressMismatch();
  if (kit.clock() > challengeExpiresAt(challenge.created_at.getTime())) {
    await deleteChallenge(kit.database, challenge.id);
    const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, 'mfa_challenge_expired', message);
  }
  return challenge.id;
}

/** Also the reply to a code that was used before, so that an observer of the code cannot use it. */
function wrongCode(): AuthError {
  return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
}

/** GoTrue's answer also to a challenge that is already used. */
function addressMismatch(): AuthError {
  return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
}
