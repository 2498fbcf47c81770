/** Second factors and their challenges: rows of `auth.mfa_factors` and `auth.mfa_challenges`. */
import type { Transaction } from '../db/database.ts';
import type { Caller } from './auth-deps.ts';
import type { SessionRow } from './sessions.ts';

export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: string;
  readonly status: 'unverified' | 'verified';
  readonly secret: string | null;
}

interface ChallengeRow {
  readonly id: string;
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly ip: string;
}

/** Used when the peer has no IP address. */
const NO_IP = '0.0.0.0';

const EXPIRY_MS = 300_000;

export const challengeExpiresAt = (createdMs: number): number => createdMs + EXPIRY_MS;

/** Returns a user's factors, after deleting unverified ones older than five minutes that were never challenged. */
export async function listFactors(db: Transaction, userId: string, nowMs: number): Promise<FactorRow[]> {
  await db.query(
    `delete from auth.mfa_factors f where f.user_id = $1 and f.status <> 'verified' and f.created_at < $2
       and not exists (select 1 from auth.mfa_challenges c where c.factor_id = f.id)`,
    [userId, new Date(nowMs - EXPIRY_MS)],
  );
  const { rows } = await db.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret from auth.mfa_factors
     where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows;
}

export async function findFactor(db: Transaction, userId: string, id: string): Promise<FactorRow | null> {
  const { rows } = await db.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret from auth.mfa_factors
     where user_id = $1 and id = $2`,
    [userId, id],
  );
  return rows[0] ?? null;
}

export async function addTotpFactor(
  db: Transaction,
  factor: {
    readonly id: string;
    readonly userId: string;
    readonly friendlyName: string;
    readonly secret: string;
  },
  nowMs: number,
): Promise<void> {
  await db.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
    [factor.id, factor.userId, factor.friendlyName, factor.secret, new Date(nowMs)],
  );
}

export async function addChallenge(
  db: Transaction,
  challenge: { readonly id: string; readonly factorId: string; readonly caller: Caller },
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await db.query(
    'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)',
    [challenge.id, challenge.factorId, now, challenge.caller.ip ?? NO_IP],
  );
  await db.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [
    challenge.factorId,
    now,
  ]);
}

export async function findChallenge(
  db: Transaction,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  const { rows } = await db.query<ChallengeRow>(
    `select id, created_at, verified_at, host(ip_address) as ip from auth.mfa_challenges
     where factor_id = $1 and id = $2`,
    [factorId, id],
  );
  return rows[0] ?? null;
}

export async function deleteChallenge(db: Transaction, id: string): Promise<void> {
  await db.query('delete from auth.mfa_challenges where id = $1', [id]);
}

export const isAskedFrom = (challenge: ChallengeRow, caller: Caller): boolean =>
  challenge.ip === (caller.ip ?? NO_IP);

/** Spends the code of a period and all earlier ones. False when it was spent before. */
export async function spendTotpStep(db: Transaction, factorId: string, step: number): Promise<boolean> {
  const spent = await db.query(
    `insert into embedded.totp_steps as known (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where known.step < excluded.step`,
    [factorId, step],
  );
  return spent.rowCount > 0;
}

/**
 * Raises the session to `aal2` after its second factor was shown. Ends every other session of the user below `aal2` and
 * deletes unfinished factors. False when the challenge was used in the meantime.
 */
export async function markVerified(
  db: Transaction,
  shown: { readonly factor: FactorRow; readonly challengeId: string; readonly session: SessionRow },
  nowMs: number,
): Promise<boolean> {
  const { factor, challengeId, session } = shown;
  const now = new Date(nowMs);
  const used = await db.query(
    'update auth.mfa_challenges set verified_at = $2 where id = $1 and verified_at is null',
    [challengeId, now],
  );
  if (used.rowCount === 0) return false;
  await db.query(
    "update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status <> 'verified'",
    [factor.id, now],
  );
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, $2, $2, 'totp')
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [session.id, now],
  );
  await db.query("update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1", [
    session.id,
    factor.id,
    now,
  ]);
  await db.query("delete from auth.sessions where user_id = $1 and aal < 'aal2'", [factor.user_id]);
  await db.query(
    "delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'",
    [factor.user_id],
  );
  return true;
}

/** Deletes the factor. Sessions that it had raised fall back to `aal1`. */
export async function deleteFactor(db: Transaction, factor: FactorRow): Promise<void> {
  await db.query('delete from auth.mfa_factors where id = $1', [factor.id]);
  await db.query(
    `delete from auth.mfa_amr_claims c using auth.sessions s
     where c.session_id = s.id and s.factor_id = $1 and c.authentication_method = $2`,
    [factor.id, factor.factor_type],
  );
  await db.query(
    "update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = $2",
    [factor.user_id, factor.id],
  );
}
