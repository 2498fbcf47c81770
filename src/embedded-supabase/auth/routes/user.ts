import { Hono } from 'hono';
import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { type AuthEnv, describeCaller } from '../auth-deps.ts';
import { type AuthKit, isAutoconfirmed } from '../auth-kit.ts';
import { confirmUser, emailExists, mergeMetadata, replaceEmail, replacePassword } from '../change-user.ts';
import { normaliseEmail } from '../email-address.ts';
import { startEmailChange } from '../email-change.ts';
import { AuthError } from '../errors.ts';
import { findTokenByCode, isTokenExpired, spendOneTimeToken } from '../one-time-token.ts';
import { hashPassword, isPasswordOf } from '../password-hash.ts';
import { checkPassword } from '../password-rules.ts';
import { type Challenge, readChallenge } from '../pkce.ts';
import { assertWithinLimit } from '../rate-limit.ts';
import { metadata, readBody, text } from '../read-body.ts';
import { chooseRedirect } from '../redirect.ts';
import { requireUser, type SignedIn } from '../require-user.ts';
import { assertMaySendTo, type OutgoingMail, sendMail } from '../send-mail.ts';
import { readAmr } from '../sessions.ts';
import { findUserByEmail, hasSecondFactor, reloadUser, toUserJson, type UserRow } from '../users.ts';

const DAY_MS = 24 * 3_600_000;
/** Sessions started by an email, whose owner may have forgotten the password. */
const RECOVERY_METHODS = new Set(['otp', 'magiclink', 'recovery']);

const updateBody = z.object({
  email: text,
  phone: text,
  password: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  current_password: text,
  nonce: text,
  data: metadata,
  app_metadata: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

interface Change {
  /** Null leaves the address unchanged. */
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly data: z.infer<typeof metadata>;
  readonly challenge: Challenge | null;
}

/** `GET /user` and `PUT /user`: the signed-in user, bare. */
export function routeUser(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .get('/user', async (c) => c.json(toUserJson((await requireUser(c, kit)).user)))
    .put('/user', async (c) => {
      const signedIn = await requireUser(c, kit);
      assertWithinLimit(c, kit.limits.user);
      const body = await readBody(c.req.raw, updateBody);
      const change = await readChange(kit, signedIn, body);
      const { user, mails } = await kit.database.transaction(
        async (db) => await changeUser(db, kit, signedIn, change),
      );
      const redirectTo = chooseRedirect(kit.config, c.req.query('redirect_to'), c.req.header('Referer'));
      for (const mail of mails) await sendMail(kit, describeCaller(c), { ...mail, redirectTo });
      return c.json(toUserJson(user));
    });
}

/** Checks everything that needs no transaction, in GoTrue's order, and hashes the new password. */
async function readChange(
  kit: AuthKit,
  signedIn: SignedIn,
  body: z.infer<typeof updateBody>,
): Promise<Change> {
  const { user } = signedIn;
  const email = body.email === '' ? null : normaliseEmail(body.email);
  if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (body.password !== null) checkPassword(kit.config, body.password);
  if (body.app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const changesSignIn = (body.password ?? '') !== '' || (email !== null && email !== user.email);
  if (changesSignIn && hasSecondFactor(user) && signedIn.session?.aal !== 'aal2') {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  if (user.is_anonymous && body.password !== null && email === null) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  const isNewEmail = email !== null && email !== user.email;
  if (isNewEmail && (await findUserByEmail(kit.database, email)) !== null) throw emailExists();
  const challenge = readChallenge(body);
  const password = body.password === null ? null : { ...body, password: body.password };
  return {
    email: isNewEmail ? email : null,
    passwordHash: password === null ? null : await readNewPassword(kit, signedIn, password),
    data: body.data,
    challenge,
  };
}

/** Throws unless the session may set a new password. */
async function readNewPassword(
  kit: AuthKit,
  { user, session }: SignedIn,
  body: { readonly password: string; readonly current_password: string; readonly nonce: string },
): Promise<string> {
  if (kit.config.email.secure_password_change) {
    const isRecent = session !== null && kit.clock() <= session.created_at.getTime() + DAY_MS;
    if (!isRecent) await assertReauthenticated(kit, user, body.nonce);
  }
  const hasPassword = user.encrypted_password !== null && user.encrypted_password !== '';
  if (hasPassword && kit.config.email.require_current_password) {
    const amr = session === null ? [] : await readAmr(kit.database, session.id);
    const isRecovery = amr.some(({ method }) => RECOVERY_METHODS.has(method));
    if (!isRecovery) await assertCurrentPassword(user, body.current_password);
  }
  if (await isPasswordOf(user.encrypted_password, body.password)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return await hashPassword(body.password);
}

async function assertCurrentPassword(user: UserRow, current: string): Promise<void> {
  const message = 'Current password required when setting new password.';
  if (current === '') throw new AuthError(400, 'current_password_required', message);
  if (await isPasswordOf(user.encrypted_password, current)) return;
  throw new AuthError(400, 'current_password_invalid', message);
}

async function assertReauthenticated(kit: AuthKit, user: UserRow, nonce: string): Promise<void> {
  if (nonce === '') {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  const token = await findTokenByCode(kit.database, { email: user.email ?? '', otp: nonce }, [
    'reauthentication_token',
  ]);
  const isValid =
    token !== null &&
    token.user_id === user.id &&
    !isTokenExpired(token, kit.config.email.otp_expiry, kit.clock()) &&
    (await spendOneTimeToken(kit.database, token));
  if (isValid) return;
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}

async function changeUser(
  db: Transaction,
  kit: AuthKit,
  { user, session }: SignedIn,
  change: Change,
): Promise<{ user: UserRow; mails: Omit<OutgoingMail, 'redirectTo'>[] }> {
  const nowMs = kit.clock();
  if (change.passwordHash !== null) {
    const { passwordHash } = change;
    await replacePassword(db, { userId: user.id, passwordHash, keptSessionId: session?.id ?? null }, nowMs);
  }
  if (change.data !== null) await mergeMetadata(db, user.id, { user: change.data }, nowMs);
  const mails =
    change.email === null ? [] : await changeEmail(db, kit, user.id, change.email, change.challenge);
  return { user: await reloadUser(db, user.id), mails };
}

async function changeEmail(
  db: Transaction,
  kit: AuthKit,
  userId: string,
  newEmail: string,
  challenge: Challenge | null,
): Promise<Omit<OutgoingMail, 'redirectTo'>[]> {
  const user = await reloadUser(db, userId);
  if (!user.is_anonymous || !isAutoconfirmed(kit)) {
    assertMaySendTo(kit, user.email_change_sent_at);
    return await startEmailChange(db, kit, { user, newEmail, challenge });
  }
  // An anonymous user who adds an address signs up with it, and sign-ups need no confirmation here.
  await replaceEmail(db, user, newEmail, kit.clock());
  await confirmUser(db, await reloadUser(db, userId), kit.clock());
  return [];
}
