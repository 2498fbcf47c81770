import { Hono } from 'hono';
import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { findOrInvite } from './admin.ts';
import { draftMail } from '../draft-mail.ts';
import { type AuthEnv, describeCaller } from '../auth-deps.ts';
import type { AuthKit } from '../auth-kit.ts';
import { emailExists, mergeMetadata } from '../change-user.ts';
import { createUser } from '../create-user.ts';
import { normaliseEmail } from '../email-address.ts';
import { startEmailChange } from '../email-change.ts';
import { AuthError } from '../errors.ts';
import { hashPassword } from '../password-hash.ts';
import { checkPassword } from '../password-rules.ts';
import { metadata, readBody, text } from '../read-body.ts';
import { chooseRedirect } from '../redirect.ts';
import { makeActionLink, type VerificationType } from '../send-mail.ts';
import {
  findUserByEmail,
  isConfirmed,
  type Metadata,
  reloadUser,
  toUserJson,
  type UserRow,
} from '../users.ts';

const linkBody = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
});

interface LinkRequest {
  readonly type: z.infer<typeof linkBody>['type'];
  readonly email: string;
  readonly newEmail: string;
  readonly passwordHash: string | null;
  readonly data: Metadata;
}

interface Link {
  readonly userId: string;
  readonly type: VerificationType;
  readonly otp: string;
  readonly tokenHash: string;
}

/** `POST /admin/generate_link`: returns the link instead of mailing it. `createAuth` admits administrators only. */
export function routeGenerateLink(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>().post('/admin/generate_link', async (c) => {
    const body = await readBody(c.req.raw, linkBody);
    const request = await readRequest(kit, body);
    const { link, user } = await kit.database.transaction(async (db) => {
      const made = await makeLink(db, kit, request);
      return { link: made, user: await reloadUser(db, made.userId) };
    });
    const redirectTo = chooseRedirect(
      kit.config,
      c.req.query('redirect_to'),
      body.redirect_to,
      c.req.header('Referer'),
    );
    return c.json({
      ...toUserJson(user),
      action_link: makeActionLink(kit, describeCaller(c), { ...link, redirectTo }),
      email_otp: link.otp,
      hashed_token: link.tokenHash,
      verification_type: body.type,
      redirect_to: redirectTo,
    });
  });
}

async function readRequest(kit: AuthKit, body: z.infer<typeof linkBody>): Promise<LinkRequest> {
  const isChange = body.type === 'email_change_current' || body.type === 'email_change_new';
  if (body.type === 'email_change_current' && !kit.config.email.double_confirm_changes) {
    throw new AuthError(
      400,
      'validation_failed',
      'Enable secure email change to generate link for current email',
    );
  }
  if (body.type === 'signup') {
    if (body.password === '') {
      throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
    }
    checkPassword(kit.config, body.password);
  }
  return {
    type: body.type,
    email: normaliseEmail(body.email),
    newEmail: isChange ? normaliseEmail(body.new_email) : '',
    passwordHash: body.type === 'signup' ? await hashPassword(body.password) : null,
    data: body.data ?? {},
  };
}

async function makeLink(db: Transaction, kit: AuthKit, request: LinkRequest): Promise<Link> {
  switch (request.type) {
    case 'email_change_current':
    case 'email_change_new':
      return await makeChangeLink(db, kit, request, request.type);
    case 'invite': {
      const user = await findOrInvite(db, kit, request);
      return await issueLink(db, kit, user, 'invite');
    }
    case 'signup':
      return await issueLink(db, kit, await findOrCreate(db, kit, request), 'signup');
    case 'recovery':
      return await issueLink(db, kit, await findKnown(db, request.email), 'recovery');
    case 'magiclink':
      return await makeMagicLink(db, kit, request);
    default:
      return request.type satisfies never;
  }
}

/** For an unknown address this is a sign-up link. */
async function makeMagicLink(db: Transaction, kit: AuthKit, request: LinkRequest): Promise<Link> {
  const known = await findUserByEmail(db, request.email, { lock: true });
  if (known !== null) return await issueLink(db, kit, known, 'magiclink');
  const newcomer = { email: request.email, passwordHash: null, userMetadata: request.data };
  return await issueLink(db, kit, await createUser(db, newcomer, kit.clock()), 'signup');
}

async function issueLink(
  db: Transaction,
  kit: AuthKit,
  user: UserRow,
  kind: 'signup' | 'invite' | 'magiclink' | 'recovery',
): Promise<Link> {
  const { otp, tokenHash } = await draftMail(db, kit, { user, kind });
  return { userId: user.id, type: kind, otp, tokenHash };
}

async function findOrCreate(db: Transaction, kit: AuthKit, request: LinkRequest): Promise<UserRow> {
  const known = await findUserByEmail(db, request.email, { lock: true });
  if (known === null) {
    const newcomer = { ...request, userMetadata: request.data };
    return await createUser(db, newcomer, kit.clock());
  }
  if (isConfirmed(known)) throw emailExists();
  await mergeMetadata(db, known.id, { user: request.data }, kit.clock());
  return known;
}

async function findKnown(db: Transaction, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email, { lock: true });
  if (user === null) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  return user;
}

/** Both halves of a double confirmation belong to one change, so that requesting the second keeps the first. */
async function makeChangeLink(
  db: Transaction,
  kit: AuthKit,
  request: LinkRequest,
  kind: 'email_change_current' | 'email_change_new',
): Promise<Link> {
  const user = await findKnown(db, request.email);
  if ((await findUserByEmail(db, request.newEmail)) !== null) throw emailExists();
  const mails = await startEmailChange(db, kit, {
    user,
    newEmail: request.newEmail,
    challenge: null,
    only: kind,
  });
  const mail = mails.find((candidate) => candidate.kind === kind);
  if (mail === undefined) throw new Error(`No token was made for ${kind}.`);
  return { userId: user.id, type: 'email_change', otp: mail.otp, tokenHash: mail.tokenHash };
}
