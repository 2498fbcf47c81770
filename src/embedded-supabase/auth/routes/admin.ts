import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { checkNewcomer } from '../check-newcomer.ts';
import { draftMail } from '../draft-mail.ts';
import { type AuthEnv, describeCaller } from '../auth-deps.ts';
import type { AuthKit } from '../auth-kit.ts';
import { confirmUser, emailExists, mergeMetadata, replaceEmail, replacePassword } from '../change-user.ts';
import { createUser } from '../create-user.ts';
import { normaliseEmail } from '../email-address.ts';
import { AuthError } from '../errors.ts';
import { deleteFactor } from '../factors.ts';
import { findByParam as findFactorByParam } from './mfa.ts';
import { parseDuration } from '../parse-duration.ts';
import { hashPassword } from '../password-hash.ts';
import { checkPassword } from '../password-rules.ts';
import { metadata, readBody, text } from '../read-body.ts';
import { chooseRedirect } from '../redirect.ts';
import { sendMail } from '../send-mail.ts';
import { softDeleteUser } from '../soft-delete-user.ts';
import {
  findUserByEmail,
  findUserById,
  isConfirmed,
  listUsers,
  reloadUser,
  toFactorJson,
  toUserJson,
  type UserRow,
} from '../users.ts';

const MAX_PER_PAGE = 1_000;
const BCRYPT_HASH = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/;

const adminUserBody = z.object({
  id: text,
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
});
type AdminUserBody = z.infer<typeof adminUserBody>;

const inviteBody = z.object({ email: text, data: metadata });
const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });
const uuid = z.guid();

/** Routes `/admin/users` and `/invite`. `createAuth` admits administrators only. */
export function routeAdmin(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .get('/admin/users', async (c) => await answerList(kit, c))
    .post('/admin/users', async (c) => {
      const body = await readBody(c.req.raw, adminUserBody);
      return c.json(toUserJson(await createByAdmin(kit, body)));
    })
    .get('/admin/users/:id', async (c) => c.json(toUserJson(await findByParam(kit, c.req.param('id')))))
    .put('/admin/users/:id', async (c) => {
      const user = await findByParam(kit, c.req.param('id'));
      return c.json(toUserJson(await changeByAdmin(kit, user, await readBody(c.req.raw, adminUserBody))));
    })
    .delete('/admin/users/:id', async (c) => {
      const user = await findByParam(kit, c.req.param('id'));
      const body = await readBody(c.req.raw, deleteBody);
      if (body.should_soft_delete === true) {
        await kit.database.transaction(async (db) => await softDeleteUser(db, user, kit.clock()));
      } else {
        await deleteUser(kit, user.id);
      }
      return c.json({});
    })
    .get('/admin/users/:id/factors', async (c) => {
      const user = await findByParam(kit, c.req.param('id'));
      return c.json(user.factors.map(toFactorJson));
    })
    .delete('/admin/users/:id/factors/:factor', async (c) => {
      const user = await findByParam(kit, c.req.param('id'));
      const factor = await findFactorByParam(kit, user, c.req.param('factor'));
      await kit.database.transaction(async (db) => await deleteFactor(db, factor));
      return c.json({ id: factor.id });
    })
    .post('/invite', async (c) => {
      const body = await readBody(c.req.raw, inviteBody);
      const guest = { email: normaliseEmail(body.email), data: body.data ?? {} };
      const id = await checkNewcomer(kit, describeCaller(c), guest);
      const draft = await kit.database.transaction(async (db) => {
        const user = await findOrInvite(db, kit, { ...guest, id });
        const mail = await draftMail(db, kit, { user, kind: 'invite' });
        return { mail, user: await reloadUser(db, user.id) };
      });
      const redirectTo = chooseRedirect(kit.config, c.req.query('redirect_to'), c.req.header('Referer'));
      await sendMail(kit, describeCaller(c), { ...draft.mail, redirectTo });
      return c.json(toUserJson(draft.user));
    });
}

/**
 * Fails while rows of the project reference the user without `on delete cascade`: the project decides what becomes of
 * them.
 */
async function deleteUser(kit: AuthKit, id: string): Promise<void> {
  try {
    await kit.database.transaction(
      async (db) => await db.query('delete from auth.users where id = $1', [id]),
    );
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', 'Database error deleting user', { cause });
  }
}

/** An invited user has no password until they set one. Throws `email_exists` for a confirmed user. */
export async function findOrInvite(
  db: Transaction,
  kit: AuthKit,
  guest: { readonly id?: string; readonly email: string; readonly data: Readonly<Record<string, unknown>> },
): Promise<UserRow> {
  const known = await findUserByEmail(db, guest.email, { lock: true });
  if (known !== null && isConfirmed(known)) throw emailExists();
  const now = kit.clock();
  if (known === null) {
    const newcomer = { ...guest, passwordHash: null, userMetadata: guest.data, isInvited: true };
    return await createUser(db, newcomer, now);
  }
  await db.query('update auth.users set invited_at = $2, updated_at = $2 where id = $1', [
    known.id,
    new Date(now),
  ]);
  return await reloadUser(db, known.id);
}

async function findByParam(kit: AuthKit, id: string): Promise<UserRow> {
  if (!uuid.safeParse(id).success) {
    throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  }
  const user = await findUserById(kit.database, id);
  if (user === null) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

async function answerList(kit: AuthKit, c: Context<AuthEnv>): Promise<Response> {
  const page = readPositive(c.req.query('page'), 1);
  const perPage = Math.min(readPositive(c.req.query('per_page'), 50), MAX_PER_PAGE);
  const { users, total } = await listUsers(kit.database, { limit: perPage, offset: (page - 1) * perPage });
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
  c.header('X-Total-Count', String(total));
  c.header('Link', links.join(', '));
  return c.json({ users: users.map(toUserJson), aud: 'authenticated' });
}

function readPositive(given: string | undefined, fallback: number): number {
  if (given === undefined || given === '') return fallback;
  const value = Number(given);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new AuthError(400, 'validation_failed', `Bad Pagination Parameters: ${given}`);
}

async function createByAdmin(kit: AuthKit, body: AdminUserBody): Promise<UserRow> {
  if (body.email === '') {
    throw new AuthError(400, 'validation_failed', 'Cannot create a user without either an email or phone');
  }
  const email = normaliseEmail(body.email);
  if (body.id !== '' && !uuid.safeParse(body.id).success) {
    throw new AuthError(400, 'validation_failed', 'ID must conform to the uuid v4 format');
  }
  const bannedUntil = readBan(kit, body);
  const passwordHash = await readAdminPassword(kit, body);
  return await kit.database.transaction(async (db) => {
    if ((await findUserByEmail(db, email)) !== null) throw emailExists();
    const user = await createUser(
      db,
      {
        ...(body.id === '' ? {} : { id: body.id }),
        ...(body.role === '' ? {} : { role: body.role }),
        email,
        passwordHash,
        userMetadata: body.user_metadata ?? {},
        appMetadata: body.app_metadata ?? {},
      },
      kit.clock(),
    );
    if (body.email_confirm === true) await confirmUser(db, user, kit.clock());
    if (bannedUntil !== undefined) await ban(db, user.id, bannedUntil);
    return await reloadUser(db, user.id);
  });
}

async function changeByAdmin(kit: AuthKit, user: UserRow, body: AdminUserBody): Promise<UserRow> {
  const email = body.email === '' ? null : normaliseEmail(body.email);
  const bannedUntil = readBan(kit, body);
  const passwordHash = await readAdminPassword(kit, body);
  return await kit.database.transaction(async (db) => {
    const now = kit.clock();
    if (email !== null && email !== user.email) await replaceEmail(db, user, email, now);
    if (body.email_confirm === true) await confirmUser(db, await reloadUser(db, user.id), now);
    if (passwordHash !== null) {
      await replacePassword(db, { userId: user.id, passwordHash, keptSessionId: null }, now);
    }
    if (body.role !== '') {
      await db.query('update auth.users set role = $2 where id = $1', [user.id, body.role]);
    }
    if (bannedUntil !== undefined) await ban(db, user.id, bannedUntil);
    if (body.user_metadata !== null || body.app_metadata !== null) {
      await mergeMetadata(db, user.id, { user: body.user_metadata, app: body.app_metadata }, now);
    }
    return await reloadUser(db, user.id);
  });
}

async function readAdminPassword(kit: AuthKit, body: AdminUserBody): Promise<string | null> {
  if (body.password !== '' && body.password_hash !== '') {
    throw new AuthError(400, 'validation_failed', 'Only a password or a password hash should be provided');
  }
  if (body.password_hash !== '') {
    if (BCRYPT_HASH.test(body.password_hash)) return body.password_hash;
    throw new AuthError(400, 'validation_failed', 'password_hash must be a bcrypt hash');
  }
  if (body.password === '') return null;
  checkPassword(kit.config, body.password);
  return await hashPassword(body.password);
}

/** Undefined leaves the ban unchanged, null lifts it. */
function readBan(kit: AuthKit, body: AdminUserBody): Date | null | undefined {
  if (body.ban_duration === '') return undefined;
  if (body.ban_duration === 'none') return null;
  const durationMs = parseDuration(body.ban_duration);
  if (durationMs === null) {
    throw new AuthError(400, 'validation_failed', `invalid format for ban duration: ${body.ban_duration}`);
  }
  return new Date(kit.clock() + durationMs);
}

async function ban(db: Transaction, userId: string, until: Date | null): Promise<void> {
  await db.query('update auth.users set banned_until = $2 where id = $1', [userId, until]);
}
