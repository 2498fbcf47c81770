/** An authenticator app as the second step of signing in. */
import { isAuthError, type Factor, type User } from '@supabase/supabase-js';
import { DONE, fail, type AuthOutcome } from './auth.ts';
import { getSupabase } from './supabase.ts';

/** The authenticator apps that signing in asks for. */
export const secondFactorsOf = (user: User): Factor[] =>
  (user.factors ?? []).filter((factor) => factor.status === 'verified' && factor.factor_type === 'totp');

export interface NewSecondFactor {
  readonly factorId: string;
  /** Address of a picture that authenticator apps read. */
  readonly qrCode: string;
  /** The same, to be typed into the app. */
  readonly secret: string;
}

/** Begins to set an app up; it counts once `confirmSecondFactor` has seen a code of it. What was begun before is forgotten. */
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

/** Raises this session, which everything is asked with from then on, and ends all that have not shown a code. */
export async function confirmSecondFactor(factorId: string, code: string): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.mfa.challengeAndVerify({ factorId, code });
  return error ? await fail(error) : DONE;
}

/** The same for whoever signs in, whichever of their apps the code is of. */
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

/** Signing in asks for no code any more. */
export async function removeSecondFactors(user: User): Promise<AuthOutcome> {
  for (const { id } of secondFactorsOf(user)) {
    const { error } = await getSupabase().auth.mfa.unenroll({ factorId: id });
    if (error) return await fail(error);
  }
  // The session still says that it has been raised, and by what.
  const { error } = await getSupabase().auth.refreshSession();
  return error ? await fail(error) : DONE;
}
