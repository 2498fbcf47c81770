/** Rows of `auth.users` and their JSON for clients. */
import type { Transaction } from '../db/database.ts';

export type Metadata = Readonly<Record<string, unknown>>;

interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly email: string | null;
}

interface FactorSummary {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: 'unverified' | 'verified';
  readonly friendly_name: string | null;
  readonly factor_type: string;
  readonly last_challenged_at: string | null;
}

export interface UserRow {
  readonly id: string;
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number | null;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Metadata | null;
  readonly raw_user_meta_data: Metadata | null;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly is_anonymous: boolean;
  readonly identities: readonly IdentityRow[];
  /** Second factors, without their secrets. */
  readonly factors: readonly FactorSummary[];
}

const SELECT_USER = `
  select u.*, coalesce(
    (select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]'
  ) as identities, coalesce(
    (select jsonb_agg(jsonb_build_object(
        'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
        'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'last_challenged_at', f.last_challenged_at
      ) order by f.created_at, f.id) from auth.mfa_factors f where f.user_id = u.id), '[]'
  ) as factors
  from auth.users u`;

/** `lock` keeps the row from changing until the transaction ends. */
interface Reading {
  readonly lock?: boolean;
}

export async function findUserById(
  db: Transaction,
  id: string,
  { lock = false }: Reading = {},
): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `${SELECT_USER} where u.id = $1 ${lock ? 'for update of u' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

/** The address must be normalised. */
export async function findUserByEmail(
  db: Transaction,
  email: string,
  { lock = false }: Reading = {},
): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `${SELECT_USER} where lower(u.email::text) = $1 and not u.is_sso_user ${lock ? 'for update of u' : ''}`,
    [email],
  );
  return rows[0] ?? null;
}

/** One page, newest first, and how many users there are. */
export async function listUsers(
  db: Transaction,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ users: UserRow[]; total: number }> {
  const [{ rows: users }, { rows: count }] = await Promise.all([
    db.query<UserRow>(`${SELECT_USER} order by u.created_at desc, u.id limit $1 offset $2`, [
      page.limit,
      page.offset,
    ]),
    db.query<{ total: string }>('select count(*) as total from auth.users'),
  ]);
  return { users, total: Number(count[0]?.total ?? 0) };
}

/** A user that disappears while its row is locked is a broken invariant. */
export async function reloadUser(db: Transaction, id: string): Promise<UserRow> {
  const user = await findUserById(db, id);
  if (user === null) throw new Error(`User ${id} disappeared inside a transaction.`);
  return user;
}

export function isConfirmed(user: UserRow): boolean {
  return user.email_confirmed_at !== null;
}

export function isBanned(user: UserRow, nowMs: number): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > nowMs;
}

/** The user as GoTrue serialises it: fields that are not set are omitted, a missing address is ''. */
export function toUserJson(user: UserRow): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    ...present({ email_confirmed_at: user.email_confirmed_at, invited_at: user.invited_at }),
    phone: user.phone ?? '',
    ...present({
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(toIdentityJson),
    ...(user.factors.length === 0 ? {} : { factors: user.factors.map(toFactorJson) }),
    created_at: user.created_at?.toISOString() ?? null,
    updated_at: user.updated_at?.toISOString() ?? null,
    ...present({ banned_until: user.banned_until, deleted_at: user.deleted_at }),
    is_anonymous: user.is_anonymous,
  };
}

export const hasSecondFactor = (user: UserRow): boolean =>
  user.factors.some(({ status }) => status === 'verified');

export function toFactorJson(factor: FactorSummary): Record<string, unknown> {
  const { friendly_name, ...rest } = factor;
  return { ...rest, ...present({ friendly_name }) };
}

function present(fields: Readonly<Record<string, Date | string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === null || value === '') return [];
      return [[name, typeof value === 'string' ? value : value.toISOString()]];
    }),
  );
}

function toIdentityJson(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...present({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...present({ email: identity.email }),
  };
}
