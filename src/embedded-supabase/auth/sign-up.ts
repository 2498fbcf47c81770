import { Hono } from 'hono';
import { z } from 'zod';
import type { Transaction } from '../db/database.ts';
import { askByMail } from './ask-by-mail.ts';
import { askAboutNewcomer } from './ask-about-newcomer.ts';
import { type AuthEnv, type Caller, describeCaller } from './auth-deps.ts';
import { type AuthKit, isAutoconfirmed } from './auth-kit.ts';
import { confirmUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import { normaliseEmail } from './email-address.ts';
import { AuthError } from './errors.ts';
import { hashPassword } from './password-hash.ts';
import { checkPassword } from './password-rules.ts';
import { type Challenge, readChallenge } from './pkce.ts';
import { assertWithinLimit } from './rate-limit.ts';
import { metadata, readBody, text } from './read-body.ts';
import { chooseRedirect } from './redirect.ts';
import { type OutgoingMail, sendMail } from './send-mail.ts';
import { toSessionJson } from './session-json.ts';
import { type GrantedSession, grantSession } from './sessions.ts';
import {
  findUserByEmail,
  isConfirmed,
  type Metadata,
  reloadUser,
  toUserJson,
  type UserRow,
} from './users.ts';

const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

type Outcome =
  | { readonly kind: 'signed in'; readonly session: GrantedSession }
  | { readonly kind: 'mailed'; readonly user: UserRow; readonly mail: Omit<OutgoingMail, 'redirectTo'> }
  /** Someone has this address; the answer must not tell. */
  | { readonly kind: 'taken' };

/** `POST /signup`: a session when addresses need no confirmation, else the user and a mail. */
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
      id: await askAboutNewcomer(kit, caller, person),
      // Before anything is looked up, so that the time of the answer does not tell who is registered.
      passwordHash: await hashPassword(body.password),
    };
    const redirectTo = chooseRedirect(kit.config, c.req.query('redirect_to'), c.req.header('Referer'));
    const outcome = await kit.database.transaction(
      async (db) => await signUp(db, kit, { ...newcomer, challenge, caller }),
    );
    if (outcome.kind === 'signed in') return c.json(await toSessionJson(kit, outcome.session, { caller }));
    if (outcome.kind === 'taken') return c.json(makeUpUser(newcomer, kit.clock()));
    await sendMail(kit, caller, { ...outcome.mail, redirectTo });
    return c.json(toUserJson(outcome.user));
  });
}

/** Throws `signup_disabled` (422). */
export function assertSignUpAllowed(kit: AuthKit): void {
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

async function signUp(
  db: Transaction,
  kit: AuthKit,
  newcomer: {
    readonly id: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly data: Metadata;
    readonly challenge: Challenge | null;
    readonly caller: Caller;
  },
): Promise<Outcome> {
  const nowMs = kit.clock();
  const known = await findUserByEmail(db, newcomer.email, { lock: true });
  if (isAutoconfirmed(kit)) {
    // GoTrue would sign the caller in as a known user who is not confirmed; that would give invitations away.
    if (known !== null) throw new AuthError(422, 'user_already_exists', 'User already registered');
    const user = await createUser(db, { ...newcomer, userMetadata: newcomer.data, signsUp: true }, nowMs);
    await confirmUser(db, user, nowMs);
    const grant = { userId: user.id, method: 'password', caller: newcomer.caller } as const;
    return { kind: 'signed in', session: await grantSession(db, kit, grant) };
  }
  if (known !== null && isConfirmed(known)) return { kind: 'taken' };
  // The password of a known user stays: nobody has shown yet that the address is his.
  const user =
    known ?? (await createUser(db, { ...newcomer, userMetadata: newcomer.data, signsUp: true }, nowMs));
  const mail = await askByMail(db, kit, { user, kind: 'signup', challenge: newcomer.challenge });
  return { kind: 'mailed', mail, user: await reloadUser(db, user.id) };
}

async function signUpAnonymously(
  kit: AuthKit,
  caller: Caller,
  data: Metadata,
): Promise<Record<string, unknown>> {
  assertSignUpAllowed(kit);
  const id = await askAboutNewcomer(kit, caller, { email: null, data });
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

/** What a fresh sign-up would look like, but for `identities`, by which the developer (not the visitor) can tell. */
function makeUpUser(
  newcomer: { readonly email: string; readonly data: Metadata },
  nowMs: number,
): Record<string, unknown> {
  const id = crypto.randomUUID();
  const now = new Date(nowMs).toISOString();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: newcomer.email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {
      ...newcomer.data,
      sub: id,
      email: newcomer.email,
      email_verified: false,
      phone_verified: false,
    },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
