/** An authenticator app as the second step of signing in. */
import { isAuthError, type Factor, type User } from '@supabase/auth-js';
import { DONE, fail, type AuthOutcome } from './auth.ts';
import { getSupabase } from './supabase.ts';

/** The verified authenticator apps of a user. */
export const secondFactorsOf = (user: User): Factor[] =>
  (user.factors ?? []).filter((factor) => factor.status === 'verified' && factor.factor_type === 'totp');

export interface NewSecondFactor {
  readonly factorId: string;
  /** URL of a QR code for authenticator apps. */
  readonly qrCode: string;
  /** The same secret as text, for manual entry. */
  readonly secret: string;
}

/** Starts the setup, which takes effect with `confirmSecondFactor`. Removes unfinished setups. */
export async function beginSecondFactor(): Promise<AuthOutcome<NewSecondFactor>> {
  const { mfa } = getSupabase().auth;
  const listed = await mfa.listFactors();
  if (listed.error) return await fail(listed.error);
  for (const { id, status } of listed.data.all) {
    if (status === 'unverified') await mfa.unenroll({ factorId: id });
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', issuer: 'Spolu', friendlyName: 'Spolu' });
  if (error) return await fail(error);
  return {
    ok: true,
    value: { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret },
  };
}

/** Raises this session to the second level and ends all sessions that have not shown a code. */
export async function confirmSecondFactor(factorId: string, code: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.mfa.challengeAndVerify({ factorId, code });
  return error ? await fail(error) : DONE;
}

/** Verifies a code while signing in, against each app of the user. */
export async function showSecondFactor(user: User, code: string): Promise<AuthOutcome> {
  let wrong: unknown;
  for (const { id } of secondFactorsOf(user)) {
    const { error } = await getSupabase().auth.mfa.challengeAndVerify({ factorId: id, code });
    if (!error) return DONE;
    wrong = error;
    if (!isAuthError(error) || error.code !== 'mfa_verification_failed') break;
  }
  return await fail(wrong);
}

/** Turns two-step verification off. */
export async function removeSecondFactors(user: User): Promise<AuthOutcome> {
  for (const { id } of secondFactorsOf(user)) {
    const { error } = await getSupabase().auth.mfa.unenroll({ factorId: id });
    if (error) return await fail(error);
  }
  // The token still contains the raised level and its methods.
  const { error } = await getSupabase().auth.refreshSession();
  return error ? await fail(error) : DONE;
}
