import { Hono } from 'hono';
import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { draftMail } from '../draft-mail.ts';
import { checkNewcomer } from '../check-newcomer.ts';
import { type AuthEnv, type Caller, describeCaller } from '../auth-deps.ts';
import { type AuthKit, isAutoconfirmed } from '../auth-kit.ts';
import { confirmUser, forgetPassword } from '../change-user.ts';
import { createUser } from '../create-user.ts';
import { normaliseEmail } from '../email-address.ts';
import { AuthError } from '../errors.ts';
import { hashPassword, isPasswordOf } from '../password-hash.ts';
import { checkPassword } from '../password-rules.ts';
import { type Challenge, readChallenge } from '../pkce.ts';
import { assertWithinLimit } from '../rate-limit.ts';
import { metadata, readBody, text } from '../read-body.ts';
import { chooseRedirect } from '../redirect.ts';
import { assertMayAskFor, type OutgoingMail, sendMail } from '../send-mail.ts';
import { toSessionJson } from '../session-json.ts';
import { type GrantedSession, grantSession } from '../sessions.ts';
import { findUserByEmail, isConfirmed, type Metadata } from '../users.ts';

const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

interface Newcomer {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly passwordHash: string;
  readonly data: Metadata;
  readonly challenge: Challenge | null;
}

/**
 * `POST /signup`. Without confirmation of addresses: a session, or `user_already_exists` for a taken address, as in
 * GoTrue. Otherwise: the same answer for every address, and an email.
 */
export function routeSignUp(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>().post('/signup', async (c) => {
    const body = await readBody(c.req.raw, signUpBody);
    const caller = describeCaller(c);
    if (body.email === '' && body.phone === '') {
      if (!kit.config.enable_anonymous_sign_ins) {
        throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
      }
      assertWithinLimit(c, kit.limits.anonymous);
      return c.json(await signUpAnonymously(kit, caller, body.data ?? {}));
    }
    assertWithinLimit(c, kit.limits.signUp);
    assertSignUpAllowed(kit);
    if (body.password === '') {
      throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
    }
    checkPassword(kit.config, body.password);
    const challenge = readChallenge(body);
    assertEmailProvider(kit, body);
    const person = { email: normaliseEmail(body.email), data: body.data ?? {} };
    const newcomer = {
      ...person,
      id: await checkNewcomer(kit, caller, person),
      password: body.password,
      // The password is hashed before any lookup, so that the timing of the reply does not reveal whether an account exists.
      passwordHash: await hashPassword(body.password),
      challenge,
    };
    if (isAutoconfirmed(kit)) {
      const session = await kit.database.transaction(
        async (db) => await signUpAtOnce(db, kit, newcomer, caller),
      );
      return c.json(await toSessionJson(kit, session, { caller }));
    }
    assertMayAskFor(kit, 'confirmation', newcomer.email);
    const redirectTo = chooseRedirect(kit.config, c.req.query('redirect_to'), c.req.header('Referer'));
    kit.afterAnswer.begin(async () => {
      const mail = await kit.database.transaction(async (db) => await signUp(db, kit, newcomer));
      if (mail !== null) await sendMail(kit, caller, { ...mail, redirectTo });
    });
    return c.json(describeNewcomer(newcomer, kit.clock()));
  });
}

/** Throws `signup_disabled` (422). */
function assertSignUpAllowed(kit: AuthKit): void {
  if (kit.config.enable_signup) return;
  throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
}

function assertEmailProvider(kit: AuthKit, body: { readonly email: string; readonly phone: string }): void {
  if (body.email !== '' && body.phone !== '') {
    throw new AuthError(
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on signup.',
    );
  }
  if (body.email === '') {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  }
  if (kit.config.email.enable_signup) return;
  throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled');
}

async function signUpAtOnce(
  db: Transaction,
  kit: AuthKit,
  newcomer: Newcomer,
  caller: Caller,
): Promise<GrantedSession> {
  const nowMs = kit.clock();
  // GoTrue would sign the caller in as an existing unconfirmed user, which would give invitations away.
  if ((await findUserByEmail(db, newcomer.email, { lock: true })) !== null) {
    throw new AuthError(422, 'user_already_exists', 'User already registered');
  }
  const user = await createUser(db, { ...newcomer, userMetadata: newcomer.data, signsUp: true }, nowMs);
  await confirmUser(db, user, nowMs);
  return await grantSession(db, kit, { userId: user.id, method: 'password', caller });
}

/** Returns the email to send; null when the address is already confirmed. */
async function signUp(
  db: Transaction,
  kit: AuthKit,
  newcomer: Newcomer,
): Promise<Omit<OutgoingMail, 'redirectTo'> | null> {
  const known = await findUserByEmail(db, newcomer.email, { lock: true });
  if (known !== null && isConfirmed(known)) return null;
  const isOthers = known !== null && !(await isPasswordOf(known.encrypted_password, newcomer.password));
  if (isOthers) await forgetPassword(db, known.id, kit.clock());
  const user =
    known ?? (await createUser(db, { ...newcomer, userMetadata: newcomer.data, signsUp: true }, kit.clock()));
  return await draftMail(db, kit, { user, kind: 'signup', challenge: newcomer.challenge });
}

async function signUpAnonymously(
  kit: AuthKit,
  caller: Caller,
  data: Metadata,
): Promise<Record<string, unknown>> {
  assertSignUpAllowed(kit);
  const id = await checkNewcomer(kit, caller, { email: null, data });
  const session = await kit.database.transaction(async (db) => {
    const user = await createUser(
      db,
      { id, email: null, passwordHash: null, userMetadata: data },
      kit.clock(),
    );
    return await grantSession(db, kit, { userId: user.id, method: 'anonymous', caller });
  });
  return await toSessionJson(kit, session, { caller });
}

/** The answer to a new sign-up, sent for every address, taken or not (docs/decisions/0029). */
function describeNewcomer({ id, email, data }: Newcomer, nowMs: number): Record<string, unknown> {
  const now = new Date(nowMs).toISOString();
  const claims = { sub: id, email, email_verified: false, phone_verified: false };
  const times = { created_at: now, updated_at: now };
  const identity = {
    identity_id: crypto.randomUUID(),
    id,
    user_id: id,
    identity_data: claims,
    provider: 'email',
    last_sign_in_at: now,
    ...times,
    email,
  };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...data, ...claims },
    identities: [identity],
    ...times,
    is_anonymous: false,
  };
}
