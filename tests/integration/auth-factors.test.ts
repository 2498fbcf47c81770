import type { SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpAt } from '../../src/embedded-supabase/auth/totp.ts';
import {
  type AuthOnTest,
  newAddress,
  PASSWORD,
  startTestAuth,
  type TestAuth,
} from '../support/start-test-auth.ts';

const TOTP = { totp: { enroll_enabled: true, verify_enabled: true } };
/** A code is shown for this long; it works once. */
const PERIOD_MS = 30_000;
const NEW_PASSWORD = 'another good password';

let test: TestAuth;
let auth: AuthOnTest;

beforeAll(async () => {
  test = await startTestAuth();
  auth = test.withConfig({ mfa: TOTP, email: { max_frequency: '0s' } });
});
afterAll(async () => {
  await test.close();
});

async function signUp(on = auth) {
  const email = newAddress();
  const client = on.newClient();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  return { client, email, id: data.user?.id ?? '' };
}

async function enroll({ auth: { mfa } }: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Spolu' });
  if (error !== null) throw error;
  return { factorId: data.id, totp: data.totp };
}

const show = async ({ auth: { mfa } }: SupabaseClient, factorId: string, secret: string) =>
  await mfa.challengeAndVerify({ factorId, code: await totpAt(secret, test.now()) });

async function withFactor(on = auth) {
  const person = await signUp(on);
  const { factorId, totp } = await enroll(person.client);
  const { error } = await show(person.client, factorId, totp.secret);
  if (error !== null) throw error;
  test.advance(PERIOD_MS);
  return { ...person, factorId, secret: totp.secret };
}

const levelOf = async (client: SupabaseClient) => {
  const { session } = (await client.auth.getSession()).data;
  return decodeJwt(session?.access_token ?? '')['aal'];
};

describe('an authenticator app', () => {
  it('is not offered to anonymous users', async () => {
    const open = test.withConfig({ mfa: TOTP, enable_anonymous_sign_ins: true });
    const client = open.newClient();
    await client.auth.signInAnonymously();
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    });
  });

  it('is enrolled with a QR code, a secret and a URI, and does not count before a code was shown', async () => {
    const { client } = await signUp();
    const { factorId, totp } = await enroll(client);
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(totp.uri).toContain(`secret=${totp.secret}`);
    const listed = (await client.auth.mfa.listFactors()).data;
    expect(listed?.all).toMatchObject([
      { id: factorId, status: 'unverified', friendly_name: 'Phone', factor_type: 'totp' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(totp.secret);
    expect(listed?.totp).toEqual([]);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
  });

  it('raises the session that shows its code, keeps it raised, and ends all others', async () => {
    const { client, email } = await signUp();
    const other = auth.newClient();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const { factorId, totp } = await enroll(client);
    const before = (await client.auth.getSession()).data.session;
    expect((await show(client, factorId, totp.secret)).error).toBeNull();
    const after = (await client.auth.getSession()).data.session;
    expect(after?.refresh_token).not.toBe(before?.refresh_token);
    expect(decodeJwt(after?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      session_id: decodeJwt(before?.access_token ?? '')['session_id'],
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(client)).toBe('aal2');
    expect((await other.auth.refreshSession()).error).not.toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });

  it('is required at the next sign-in; without it neither password nor address can change', async () => {
    const { email, factorId, secret } = await withFactor();
    const client = auth.newClient();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    for (const change of [{ password: NEW_PASSWORD }, { email: newAddress() }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
    }
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
    expect(second.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await client.auth.updateUser({ data: { language: 'cs' } })).error).toBeNull();
    expect((await show(client, factorId, secret)).error).toBeNull();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });

  it('can be removed by a session that has shown it, which lowers the session', async () => {
    const { client, email, factorId } = await withFactor();
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await client.auth.refreshSession();
    expect(await levelOf(client)).toBe('aal1');
    const other = auth.newClient();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
  });

  it('can be removed by an administrator for a user who has lost it', async () => {
    const { id, factorId } = await withFactor();
    const { mfa } = auth.newAdmin().auth.admin;
    expect((await mfa.listFactors({ userId: id })).data?.factors).toMatchObject([{ id: factorId }]);
    expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull();
    expect((await mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
  });
});

describe('what is refused', () => {
  it('a wrong code, a spent challenge, an expired one, and one of another client', async () => {
    const { client, factorId, secret } = await withFactor();
    const { mfa } = client.auth;
    const challenge = async () => (await mfa.challenge({ factorId })).data?.id ?? '';
    const verify = async (challengeId: string, code: string, by = mfa) =>
      (await by.verify({ factorId, challengeId, code })).error?.code ?? 'right';
    const code = async () => await totpAt(secret, test.now());
    const wrong = (await code()) === '000000' ? '111111' : '000000';

    const id = await challenge();
    expect(await verify(id, wrong)).toBe('mfa_verification_failed');
    expect(await verify(id, '')).toBe('validation_failed');
    expect(await verify(id, await code())).toBe('right');
    expect(await verify(id, await code())).toBe('mfa_ip_address_mismatch');
    expect(await verify(crypto.randomUUID(), await code())).toBe('mfa_factor_not_found');

    const old = await challenge();
    test.advance(301_000);
    expect(await verify(old, await code())).toBe('mfa_challenge_expired');

    const { session } = (await client.auth.getSession()).data;
    const elsewhere = auth.newClient();
    await elsewhere.auth.setSession(session!);
    expect(await verify(await challenge(), await code(), elsewhere.auth.mfa)).toBe('mfa_ip_address_mismatch');
  });

  it('a code that was used before, in any session, and an earlier code', async () => {
    const { email, factorId, secret } = await withFactor();
    const signIn = async () => {
      const client = auth.newClient();
      await client.auth.signInWithPassword({ email, password: PASSWORD });
      return client;
    };
    const showCodeOf = async (client: SupabaseClient, atMs: number) => {
      const code = await totpAt(secret, atMs);
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
      // An error without a code: the faster request ended the session.
      return error === null ? 'right' : (error.code ?? error.name);
    };
    const nowMs = test.now();
    await test.warmUp();
    const people = [await signIn(), await signIn(), await signIn()];
    const shown = await Promise.all(people.map(async (client) => await showCodeOf(client, nowMs)));
    expect(shown.filter((answer) => answer === 'right')).toHaveLength(1);
    const onlooker = await signIn();
    for (const atMs of [nowMs, nowMs - PERIOD_MS])
      expect(await showCodeOf(onlooker, atMs)).toBe('mfa_verification_failed');
    expect(await levelOf(onlooker)).toBe('aal1');
    expect(await showCodeOf(onlooker, nowMs + PERIOD_MS)).toBe('right');
  });

  it('other users’ factors, and malformed ids', async () => {
    const { factorId } = await withFactor();
    const { client } = await signUp();
    const { session } = (await client.auth.getSession()).data;
    const ask = async (id: string) => {
      const path = `/factors/${id}/challenge`;
      const reply = await auth.call('POST', path, { token: session?.access_token ?? '', body: {} });
      return [reply.status, reply.headers.get('x-sb-error-code')];
    };
    expect(await ask(factorId)).toEqual([404, 'mfa_factor_not_found']);
    expect(await ask('mine')).toEqual([404, 'validation_failed']);
  });

  it('a taken name, too many factors, unsupported kinds, and everything when factors are disabled', async () => {
    const few = test.withConfig({ mfa: { ...TOTP, max_enrolled_factors: 2 } });
    const { client } = await signUp(few);
    const add = async (friendlyName: string, factorType: 'totp' | 'webauthn' = 'totp') =>
      (await client.auth.mfa.enroll({ factorType, friendlyName } as never)).error?.code ?? 'enrolled';
    expect(await add('One')).toBe('enrolled');
    expect(await add('One')).toBe('mfa_factor_name_conflict');
    expect(await add('Key', 'webauthn')).toBe('mfa_webauthn_enroll_not_enabled');
    expect(await add('Two')).toBe('enrolled');
    expect(await add('Three')).toBe('too_many_enrolled_mfa_factors');
    test.advance(301_000);
    expect(await add('Four')).toBe('enrolled');

    const off = await signUp(test.withConfig({}));
    const refused = await off.client.auth.mfa.enroll({ factorType: 'totp' });
    expect(refused.error?.code).toBe('mfa_totp_enroll_not_enabled');
  });

  it('unlimited guessing', async () => {
    const { client, factorId } = await withFactor();
    let code: string | undefined;
    // 30 at once; after that, one more is allowed every four seconds.
    for (let asked = 0; asked < 60 && code === undefined; asked += 1)
      code = (await client.auth.mfa.challenge({ factorId })).error?.code;
    expect(code).toBe('over_request_rate_limit');
  });
});
