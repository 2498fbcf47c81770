import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { checkNewcomer } from '../check-newcomer.ts';
import { draftMail } from '../draft-mail.ts';
import { type AuthEnv, describeCaller } from '../auth-deps.ts';
import { type AuthKit, isAutoconfirmed } from '../auth-kit.ts';
import { forgetPassword } from '../change-user.ts';
import { createUser } from '../create-user.ts';
import { normaliseEmail } from '../email-address.ts';
import { startEmailChange } from '../email-change.ts';
import { AuthError } from '../errors.ts';
import { type Challenge, readChallenge } from '../pkce.ts';
import { limitBy } from '../rate-limit.ts';
import { metadata, readBody, text } from '../read-body.ts';
import { chooseRedirect } from '../redirect.ts';
import { requireUser } from '../require-user.ts';
import { assertMayAskFor, assertMaySendTo, type OutgoingMail, sendMail } from '../send-mail.ts';
import { findUserByEmail, isConfirmed, type Metadata } from '../users.ts';

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

/** `/recover`, `/otp`, `/magiclink`, `/resend`, `/reauthenticate`: each answers `{}` and sends an email. */
export function routeMailRequests(kit: AuthKit): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.post('/recover', limitBy(kit.limits.recover), async (c) => {
    const body = await readBody(c.req.raw, recoverBody);
    const email = normaliseEmail(body.email);
    const challenge = readChallenge(body);
    assertMayAskFor(kit, 'recovery', email);
    return mailLater(kit, c, async () => await requestRecovery(kit, email, challenge));
  });
  for (const path of ['/otp', '/magiclink'] as const) {
    app.post(path, limitBy(path === '/otp' ? kit.limits.otp : kit.limits.magicLink), async (c) => {
      const body = await readBody(c.req.raw, otpBody);
      assertEmailOnly(kit, body);
      const person = { email: normaliseEmail(body.email), data: body.data ?? {} };
      const mayCreate = body.create_user && kit.config.enable_signup;
      const challenge = readChallenge(body);
      assertMayAskFor(kit, 'recovery', person.email);
      // The project's hook may refuse a newcomer, and its refusal must be the answer.
      const id = mayCreate ? await checkNewcomer(kit, describeCaller(c), person) : null;
      const request = { ...person, id, challenge };
      return mailLater(kit, c, async () => await requestMagicLink(kit, request));
    });
  }
  app.post('/resend', limitBy(kit.limits.resend), async (c) => {
    const body = await readBody(c.req.raw, resendBody);
    const ask = readResend(body);
    assertMayAskFor(kit, ask.slot, ask.email);
    return mailLater(kit, c, async () => await resend(kit, ask));
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
    assertMaySendTo(kit, user.reauthentication_sent_at);
    const draft = await kit.database.transaction(
      async (db) => await draftMail(db, kit, { user, kind: 'reauthentication' }),
    );
    await sendMail(kit, describeCaller(c), { ...draft, redirectTo: redirectOf(kit, c) });
    return c.json({});
  });
  return app;
}

const redirectOf = (kit: AuthKit, c: Context<AuthEnv>): string =>
  chooseRedirect(kit.config, c.req.query('redirect_to'), c.req.header('Referer'));

/** Sends the same answer to every request, before anything is looked up (docs/decisions/0029). */
function mailLater(kit: AuthKit, c: Context<AuthEnv>, draft: () => Promise<Draft[]>): Response {
  const caller = describeCaller(c);
  const redirectTo = redirectOf(kit, c);
  kit.afterAnswer.begin(async () => {
    for (const mail of await draft()) await sendMail(kit, caller, { ...mail, redirectTo });
  });
  return c.json({});
}

/** Drafts no email for an unknown address. */
async function requestRecovery(kit: AuthKit, email: string, challenge: Challenge | null): Promise<Draft[]> {
  return await kit.database.transaction(async (db) => {
    const user = await findUserByEmail(db, email, { lock: true });
    return user === null ? [] : [await draftMail(db, kit, { user, kind: 'recovery', challenge })];
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

/**
 * Drafts a sign-in link. For an unconfirmed address, where confirmation is required, the confirmation link signs in.
 * Drafts nothing for an unknown address when `id` is null.
 */
async function requestMagicLink(
  kit: AuthKit,
  request: {
    /** The id of a new user; null when the request must not create one. */
    readonly id: string | null;
    readonly email: string;
    readonly data: Metadata;
    readonly challenge: Challenge | null;
  },
): Promise<Draft[]> {
  const { id, challenge } = request;
  return await kit.database.transaction(async (db) => {
    const known = await findUserByEmail(db, request.email, { lock: true });
    if (known === null && id === null) return [];
    const user =
      known ??
      (await createUser(
        db,
        {
          ...(id !== null && { id }),
          email: request.email,
          passwordHash: null,
          userMetadata: request.data,
          signsUp: true,
        },
        kit.clock(),
      ));
    const kind = isConfirmed(user) || isAutoconfirmed(kit) ? 'magiclink' : 'signup';
    if (known !== null && !isConfirmed(known)) await forgetPassword(db, known.id, kit.clock());
    return [await draftMail(db, kit, { user, kind, challenge })];
  });
}

interface Resending {
  readonly slot: 'confirmation' | 'email_change';
  readonly email: string;
}

function readResend(body: z.infer<typeof resendBody>): Resending {
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
  return { slot: type === 'signup' ? 'confirmation' : type, email: normaliseEmail(body.email) };
}

async function resend(kit: AuthKit, { slot, email }: Resending): Promise<Draft[]> {
  return await kit.database.transaction(async (db) => {
    const user = await findUserByEmail(db, email, { lock: true });
    if (user === null) return [];
    if (slot === 'confirmation') {
      return isConfirmed(user) ? [] : [await draftMail(db, kit, { user, kind: 'signup' })];
    }
    if (user.email_change === null || user.email_change === '') return [];
    return await startEmailChange(db, kit, { user, newEmail: user.email_change, challenge: null });
  });
}
