import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthOnTest,
  newAddress,
  PASSWORD,
  startTestAuth,
  type TestAuth,
} from '../support/start-test-auth.ts';

let test: TestAuth;
let auth: AuthOnTest;
/** Addresses must be confirmed. */
let strict: AuthOnTest;

const NO_WAIT = { max_frequency: '0s' };

beforeAll(async () => {
  test = await startTestAuth();
  auth = test.withConfig({ minimum_password_length: 10, jwt_expiry: 900, email: NO_WAIT });
  strict = test.withConfig({ email: { ...NO_WAIT, enable_confirmations: true } });
});
afterAll(async () => {
  await test.close();
});

async function signUp(on = auth, email = newAddress()) {
  const client = on.newClient();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: 'Ann' } },
  });
  expect(error).toBeNull();
  return { client, email, ...data };
}

describe('sign-in with a password', () => {
  it('works, and stores the time', async () => {
    const { email, user } = await signUp();
    test.advance(5_000);
    const { data, error } = await auth
      .newClient()
      .auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user?.id);
    expect(Date.parse(data.user?.last_sign_in_at ?? '')).toBeGreaterThan(
      Date.parse(user?.last_sign_in_at ?? ''),
    );
  });

  it('answers a wrong password and an unknown address alike, in about the same time', async () => {
    const { email } = await signUp();
    const attempt = async (address: string) => {
      const startedMs = performance.now();
      const { error } = await auth
        .newClient()
        .auth.signInWithPassword({ email: address, password: 'wrong password' });
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
      return performance.now() - startedMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      known.push(await attempt(email));
      unknown.push(await attempt(newAddress('nobody')));
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
  });

  it('refuses a banned user only after a correct password', async () => {
    const { email, user } = await signUp();
    const admin = auth.newAdmin();
    await admin.auth.admin.updateUserById(user?.id ?? '', { ban_duration: '1h' });
    const wrong = await auth.newClient().auth.signInWithPassword({ email, password: 'wrong password' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    const right = await auth.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(right.error).toMatchObject({ status: 400, code: 'user_banned' });
    test.advance(3_600_001);
    const later = await auth.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(later.error).toBeNull();
  });

  it('accepts a seeded user whose hash pgcrypto made', async () => {
    const email = newAddress('seed');
    await test.database.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
       values (gen_random_uuid(), 'authenticated', 'authenticated', $1, extensions.crypt($2, extensions.gen_salt('bf')), now())`,
      [email, PASSWORD],
    );
    const { error } = await auth.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
  });

  it('warns of a password that is too weak by current rules', async () => {
    const { email } = await signUp();
    const stricter = test.withConfig({ password_requirements: 'letters_digits' });
    const { data } = await stricter.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(data).toMatchObject({ weakPassword: { reasons: ['characters'] } });
  });
});

describe('errors', () => {
  it('have two forms, chosen by the client’s version', async () => {
    const body = { email: 'nobody@example.test', password: 'wrong' };
    const older = { 'X-Supabase-Api-Version': '2023-12-31' };
    for (const headers of [{}, older, { 'X-Supabase-Api-Version': 'nonsense' }]) {
      const reply = await auth.call('POST', '/token?grant_type=password', { body, headers });
      expect(await reply.json()).toHaveProperty('error_code');
    }
    const old = await auth.call('POST', '/token?grant_type=password', { body });
    expect(old.status).toBe(400);
    expect(old.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(old.headers.get('X-Supabase-Api-Version')).toBeNull();
    expect(await old.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    const headers = { 'X-Supabase-Api-Version': '2024-01-01' };
    const recent = await auth.call('POST', '/token?grant_type=password', { body, headers });
    expect(recent.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    expect(recent.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(await recent.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  it('name a weak password in both forms', async () => {
    const body = { email: newAddress(), password: 'short' };
    const weak = { weak_password: { reasons: ['length'] } };
    const old = await auth.call('POST', '/signup', { body });
    expect(await old.json()).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 10 characters.',
      ...weak,
    });
    const headers = { 'X-Supabase-Api-Version': '2024-01-01' };
    const recent = await auth.call('POST', '/signup', { body, headers });
    expect(await recent.json()).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 10 characters.',
      ...weak,
    });
  });

  it.each([
    ['no token', null, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    ['an invalid token', 'nonsense', 403, 'bad_jwt', undefined],
  ])('of %s', async (_, token, status, code, message) => {
    const reply = await auth.call('GET', '/user', { token });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({
      error_code: code,
      ...(message === undefined ? {} : { msg: message }),
    });
  });

  it('of the anon key, an expired token, and a deleted user', async () => {
    const code = async (token: string) => {
      const reply = await auth.call('GET', '/user', { token });
      return [reply.status, reply.headers.get('x-sb-error-code')];
    };
    expect(await code(test.anonKey)).toEqual([403, 'bad_jwt']);
    const { session, user } = await signUp();
    const token = session?.access_token ?? '';
    test.advance(901_000);
    expect(await code(token)).toEqual([403, 'bad_jwt']);
    test.advance(-901_000);
    expect(await code(token)).toEqual([200, null]);
    await auth.newAdmin().auth.admin.deleteUser(user?.id ?? '');
    expect(await code(token)).toEqual([403, 'user_not_found']);
  });

  it('of a body that is not JSON, of the wrong types, or too large', async () => {
    const reply = await auth.call('POST', '/signup', { body: { email: 7 } });
    expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([400, 'bad_json']);
    const large = await auth.call('POST', '/signup', { body: { email: 'a'.repeat(1_100_000) } });
    expect(large.status).toBe(413);
    const grant = await auth.call('POST', '/token?grant_type=magic', { body: {} });
    expect(grant.status).toBe(400);
    const nowhere = await auth.call('GET', '/nowhere');
    expect(nowhere.status).toBe(404);
  });

  it('of the database are thrown to the gateway', async () => {
    await test.database.query(`
      create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on auth.users for each row
        when (new.email like 'refused%') execute function public.refuse()`);
    const body = { email: 'refused@example.test', password: PASSWORD };
    await expect(auth.call('POST', '/signup', { body })).rejects.toThrow('Database error saving new user');
  });
});

describe('public endpoints', () => {
  it('serve settings, health and public keys', async () => {
    expect(await (await strict.call('GET', '/settings')).json()).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      saml_enabled: false,
    });
    expect(await (await auth.call('GET', '/health')).json()).toMatchObject({ name: 'GoTrue' });
    const jwks = await auth.call('GET', '/.well-known/jwks.json');
    expect(jwks.headers.get('Cache-Control')).toBe('public, max-age=600');
    expect(await jwks.json()).toEqual({ keys: [expect.not.objectContaining({ d: expect.anything() })] });
  });

  it('answer 404 on an unknown path, and 405 for another method', async () => {
    const nowhere = await auth.call('GET', '/no-such-thing');
    expect([nowhere.status, await nowhere.json()]).toEqual([
      404,
      { code: 404, error_code: 'not_found', msg: 'There is no such path' },
    ]);
    for (const [method, path, allow] of [
      ['GET', '/token', 'POST'],
      ['POST', '/user', 'GET, PUT'],
    ] as const) {
      const wrong = await auth.call(method, path, { ...(method === 'POST' ? { body: {} } : {}) });
      expect([wrong.status, wrong.headers.get('allow'), await wrong.text()]).toEqual([405, allow, '']);
    }
  });

  it('let clients verify claims themselves with the public keys', async () => {
    const { client, user } = await signUp();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(user?.id);
  });
});
