import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { askAboutNewcomer } from './ask-about-newcomer.ts';
import { askByMail } from './ask-by-mail.ts';
import { type AuthEnv, type Caller, describeCaller } from './auth-deps.ts';
import { type AuthKit, isAutoconfirmed } from './auth-kit.ts';
import { createUser } from './create-user.ts';
import { normaliseEmail } from './email-address.ts';
import { startEmailChange } from './email-change.ts';
import { AuthError } from './errors.ts';
import { type Challenge, readChallenge } from './pkce.ts';
import { limitBy } from './rate-limit.ts';
import { metadata, readBody, text } from './read-body.ts';
import { chooseRedirect } from './redirect.ts';
import { requireUser } from './require-user.ts';
import { type OutgoingMail, sendMail } from './send-mail.ts';
import { assertSignUpAllowed } from './sign-up.ts';
import { findUserByEmail, isConfirmed, type Metadata } from './users.ts';

const challengeFields = { code_challenge: text, code_challenge_method: text };
const recoverBody = z.object({ email: text, ...challengeFields });
const resendBody = z.object({ type: text, email: text, phone: text });
const otpBody = z.object({
  email: text,
  phone: text,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  data: metadata,
  ...challengeFields,
});

type Draft = Omit<OutgoingMail, 'redirectTo'>;

/** `/recover`, `/otp`, `/magiclink`, `/resend`, `/reauthenticate`: each sends a mail and answers `{}`. */
export function routeMailRequests(kit: AuthKit): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.post('/recover', limitBy(kit.limits.recover), async (c) => {
    const body = await readBody(c.req.raw, recoverBody);
    const email = normaliseEmail(body.email);
    const challenge = readChallenge(body);
    return await answerByMail(kit, c, await requestRecovery(kit, email, challenge));
  });
  for (const path of ['/otp', '/magiclink'] as const) {
    app.post(path, limitBy(path === '/otp' ? kit.limits.otp : kit.limits.magicLink), async (c) => {
      const body = await readBody(c.req.raw, otpBody);
      assertEmailOnly(kit, body);
      const request = {
        email: normaliseEmail(body.email),
        caller: describeCaller(c),
        mayCreate: body.create_user,
        data: body.data ?? {},
        challenge: readChallenge(body),
      };
      return await answerByMail(kit, c, [await requestMagicLink(kit, request)]);
    });
  }
  app.post('/resend', limitBy(kit.limits.resend), async (c) => {
    const body = await readBody(c.req.raw, resendBody);
    return await answerByMail(kit, c, await resend(kit, body));
  });
  app.get('/reauthenticate', async (c) => {
    const { user } = await requireUser(c, kit);
    if (user.email === null || user.email === '') {
      throw new AuthError(
        422,
        'validation_failed',
        'Reauthentication requires the user to have an email or a phone number',
      );
    }
    if (!isConfirmed(user)) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
    }
    const draft = await kit.database.transaction(
      async (db) => await askByMail(db, kit, { user, kind: 'reauthentication' }),
    );
    return await answerByMail(kit, c, [draft]);
  });
  return app;
}

async function answerByMail(kit: AuthKit, c: Context<AuthEnv>, drafts: readonly Draft[]): Promise<Response> {
  const redirectTo = chooseRedirect(kit.config, c.req.query('redirect_to'), c.req.header('Referer'));
  for (const draft of drafts) await sendMail(kit, describeCaller(c), { ...draft, redirectTo });
  return c.json({});
}

/** No mail, and no other answer, for an unknown address. */
async function requestRecovery(kit: AuthKit, email: string, challenge: Challenge | null): Promise<Draft[]> {
  return await kit.database.transaction(async (db) => {
    const user = await findUserByEmail(db, email, { lock: true });
    return user === null ? [] : [await askByMail(db, kit, { user, kind: 'recovery', challenge })];
  });
}

function assertEmailOnly(kit: AuthKit, body: z.infer<typeof otpBody>): void {
  if (body.email !== '' && body.phone !== '') {
    throw new AuthError(400, 'validation_failed', 'Only an email address or phone number should be provided');
  }
  if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (body.email === '') {
    throw new AuthError(400, 'validation_failed', 'One of email or phone must be set');
  }
  if (kit.config.email.enable_signup) return;
  throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled');
}

/** A sign-in link; for an address not confirmed yet, where that is demanded, the confirmation is the link. */
async function requestMagicLink(
  kit: AuthKit,
  request: {
    readonly email: string;
    readonly caller: Caller;
    readonly mayCreate: boolean;
    readonly data: Metadata;
    readonly challenge: Challenge | null;
  },
): Promise<Draft> {
  const { challenge } = request;
  const id = request.mayCreate ? await askAboutNewcomer(kit, request.caller, request) : '';
  return await kit.database.transaction(async (db) => {
    const known = await findUserByEmail(db, request.email, { lock: true });
    if (known === null && !request.mayCreate) {
      throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
    }
    if (known === null) assertSignUpAllowed(kit);
    const user =
      known ??
      (await createUser(
        db,
        { id, email: request.email, passwordHash: null, userMetadata: request.data, signsUp: true },
        kit.clock(),
      ));
    const kind = isConfirmed(user) || isAutoconfirmed(kit) ? 'magiclink' : 'signup';
    return await askByMail(db, kit, { user, kind, challenge });
  });
}

async function resend(kit: AuthKit, body: z.infer<typeof resendBody>): Promise<Draft[]> {
  const { type } = body;
  if (type !== 'signup' && type !== 'email_change') {
    throw new AuthError(
      400,
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    );
  }
  if (body.email === '') {
    throw new AuthError(400, 'validation_failed', 'Type provided requires an email address');
  }
  const email = normaliseEmail(body.email);
  return await kit.database.transaction(async (db) => {
    const user = await findUserByEmail(db, email, { lock: true });
    if (user === null) return [];
    if (type === 'signup') {
      return isConfirmed(user) ? [] : [await askByMail(db, kit, { user, kind: 'signup' })];
    }
    if (user.email_change === null || user.email_change === '') return [];
    return await startEmailChange(db, kit, { user, newEmail: user.email_change, challenge: null });
  });
}
