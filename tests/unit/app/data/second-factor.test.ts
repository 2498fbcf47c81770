import { AuthApiError, type Factor } from '@supabase/supabase-js';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactors,
  secondFactorsOf,
  showSecondFactor,
} from '../../../../src/app/data/second-factor.ts';
import { makeSession } from '../sessions.ts';

type Ask = (args: object) => Promise<{ data: unknown; error: AuthApiError | null }>;
const mfa = {
  listFactors: vi.fn<() => Promise<{ data: unknown; error: AuthApiError | null }>>(),
  enroll: vi.fn<Ask>(),
  unenroll: vi.fn<Ask>(),
  challengeAndVerify: vi.fn<Ask>(),
};
const refreshSession = vi.fn<() => Promise<{ error: AuthApiError | null }>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ auth: { mfa, refreshSession } }),
}));

const factor = (id: string, status: string, type = 'totp') => ({ id, status, factor_type: type }) as Factor;
const refusal = (code: string, status = 422) => ({ data: null, error: new AuthApiError('no', status, code) });
const fine = { data: {}, error: null };
const withApps = (...ids: string[]) =>
  makeSession({}, { factors: ids.map((id) => factor(id, 'verified')) }).user;

beforeEach(() => {
  mfa.listFactors.mockReset().mockResolvedValue({ data: { all: [] }, error: null });
  const made = { id: 'new', totp: { qr_code: 'data:picture', secret: 'SECRET' } };
  mfa.enroll.mockReset().mockResolvedValue({ data: made, error: null });
  for (const ask of [mfa.unenroll, mfa.challengeAndVerify]) ask.mockReset().mockResolvedValue(fine);
  refreshSession.mockReset().mockResolvedValue({ error: null });
});

test('an unconfirmed app or another kind of factor requires no code', () => {
  const factors = [
    factor('on', 'verified'),
    factor('begun', 'unverified'),
    factor('phone', 'verified', 'phone'),
  ];
  expect(secondFactorsOf(makeSession({}, { factors }).user).map(({ id }) => id)).toEqual(['on']);
});

test('starting again removes unfinished setups and keeps confirmed apps', async () => {
  const all = [factor('begun', 'unverified'), factor('on', 'verified')];
  mfa.listFactors.mockResolvedValue({ data: { all }, error: null });
  expect(await beginSecondFactor()).toEqual({
    ok: true,
    value: { factorId: 'new', qrCode: 'data:picture', secret: 'SECRET' },
  });
  expect(mfa.unenroll.mock.calls).toEqual([[{ factorId: 'begun' }]]);
  mfa.enroll.mockResolvedValue(refusal('mfa_totp_enroll_not_enabled'));
  expect(await beginSecondFactor()).toEqual({ ok: false, failure: 'not_offered' });
});

test('a wrong code is reported as such', async () => {
  mfa.challengeAndVerify.mockResolvedValue(refusal('mfa_verification_failed'));
  expect(await confirmSecondFactor('new', '000000')).toEqual({ ok: false, failure: 'code_invalid' });
  expect(mfa.challengeAndVerify.mock.calls).toEqual([[{ factorId: 'new', code: '000000' }]]);
});

test('signing in accepts the code of any of the apps', async () => {
  mfa.challengeAndVerify.mockResolvedValueOnce(refusal('mfa_verification_failed'));
  expect(await showSecondFactor(withApps('one', 'two'), '123456')).toMatchObject({ ok: true });
  expect(mfa.challengeAndVerify.mock.calls.map(([args]) => args)).toEqual([
    { factorId: 'one', code: '123456' },
    { factorId: 'two', code: '123456' },
  ]);
});

test('after a rate limit the next app is not tried', async () => {
  mfa.challengeAndVerify.mockResolvedValue(refusal('over_request_rate_limit', 429));
  expect(await showSecondFactor(withApps('one', 'two'), '123456')).toMatchObject({ ok: false });
  expect(mfa.challengeAndVerify).toHaveBeenCalledOnce();
});

test('turning it off removes every app and refreshes the session', async () => {
  expect(await removeSecondFactors(withApps('one', 'two'))).toMatchObject({ ok: true });
  expect(mfa.unenroll.mock.calls).toEqual([[{ factorId: 'one' }], [{ factorId: 'two' }]]);
  expect(refreshSession).toHaveBeenCalledOnce();
  mfa.unenroll.mockResolvedValue(refusal('insufficient_aal', 403));
  expect(await removeSecondFactors(withApps('one'))).toMatchObject({ ok: false });
  expect(refreshSession, 'no further refresh').toHaveBeenCalledOnce();
});
