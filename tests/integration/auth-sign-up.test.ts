import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthOnTest,
  newAddress,
  PASSWORD,
  readFragment,
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

describe('sign-up without confirmation', () => {
  it('gives a session with GoTrue’s claims in its token', async () => {
    const { session, user, email } = await signUp(auth, 'Ann.Upper@Example.TEST');
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(user).toMatchObject({
      email: 'ann.upper@example.test',
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ann', email: 'ann.upper@example.test', email_verified: true, sub: user?.id },
      is_anonymous: false,
    });
    expect(email).not.toBe(user?.email);
    expect(user?.identities?.[0]).toMatchObject({ id: user?.id, provider: 'email', user_id: user?.id });
    expect(user?.confirmed_at).toBe(user?.email_confirmed_at);
    const token = session?.access_token ?? '';
    expect(decodeProtectedHeader(token).alg).toBe('ES256');
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      iss: 'http://auth.test/auth/v1',
      sub: user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ann.upper@example.test',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
    expect(session?.expires_at).toBe(claims.exp);
  });

  it('stores the password as bcrypt of cost 10, as hosted Supabase does', async () => {
    const { user } = await signUp();
    const { rows } = await test.database.query<{ encrypted_password: string; ok: boolean }>(
      `select encrypted_password, encrypted_password = extensions.crypt($2, encrypted_password) as ok
       from auth.users where id = $1`,
      [user?.id, PASSWORD],
    );
    expect(rows[0]).toMatchObject({ encrypted_password: expect.stringMatching(/^\$2a\$10\$/), ok: true });
  });

  it('refuses a taken address, in upper or lower case', async () => {
    const { email } = await signUp();
    const again = await auth.newClient().auth.signUp({ email: email.toUpperCase(), password: PASSWORD });
    expect(again.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
  });

  it('lets one of many simultaneous sign-ups with one address win', async () => {
    const email = newAddress();
    const results = await Promise.all(
      Array.from(
        { length: 5 },
        async () => await auth.newClient().auth.signUp({ email, password: PASSWORD }),
      ),
    );
    expect(results.filter(({ data }) => data.session !== null)).toHaveLength(1);
    expect(results.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(4);
  });

  it('does not give an invited account to a sign-up with its address', async () => {
    const email = newAddress();
    await auth.newAdmin().auth.admin.inviteUserByEmail(email);
    const { data, error } = await auth.newClient().auth.signUp({ email, password: PASSWORD });
    expect(data.session).toBeNull();
    expect(error?.code).toBe('user_already_exists');
  });

  it.each([
    ['a short password before an invalid address', 'nonsense', 'short', 422, 'weak_password'],
    ['a password that bcrypt would truncate', 'ann@example.test', 'a'.repeat(73), 400, 'validation_failed'],
    [
      'a password of more than 72 bytes in fewer characters',
      'ann@example.test',
      'ř'.repeat(37),
      400,
      'validation_failed',
    ],
    ['an invalid address', 'nonsense', PASSWORD, 400, 'validation_failed'],
    ['an address with markup', '<b>@example.test', PASSWORD, 400, 'validation_failed'],
  ])('refuses %s', async (_, email, password, status, code) => {
    const { error } = await auth.newClient().auth.signUp({ email, password });
    expect(error).toMatchObject({ status, code });
  });

  it('refuses text that Postgres cannot store instead of failing', async () => {
    const { error } = await auth.newClient().auth.signUp({
      email: newAddress(),
      password: PASSWORD,
      options: { data: { name: '\u0000' } },
    });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('reports why a password is weak', async () => {
    const { error } = await auth.newClient().auth.signUp({ email: newAddress(), password: 'short' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  it('can be disabled', async () => {
    const closed = test.withConfig({ enable_signup: false });
    const { error } = await closed.newClient().auth.signUp({ email: newAddress(), password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
  });

  it('refuses anonymous users unless they are enabled', async () => {
    const { error } = await auth.newClient().auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
    const open = test.withConfig({ enable_anonymous_sign_ins: true });
    const client = open.newClient();
    const { data } = await client.auth.signInAnonymously();
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', identities: [] });
    const email = newAddress();
    const named = await client.auth.updateUser({ email, password: PASSWORD });
    expect(named.data.user).toMatchObject({
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email' },
    });
  });
});

describe('sign-up with confirmation', () => {
  it('answers with the user, without a session, and sends an email', async () => {
    const { session, user, email } = await signUp(strict);
    expect(session).toBeNull();
    expect(user?.confirmation_sent_at).toBeDefined();
    expect(user?.email_confirmed_at).toBeUndefined();
    const early = await strict.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });
    expect(await strict.readLastMail(email)).toMatchObject({ kind: 'signup', locale: 'en-US' });
  });

  it('does not reveal whether an address is taken', async () => {
    const taken = await signUp(auth);
    const { data, error } = await strict
      .newClient()
      .auth.signUp({ email: taken.email, password: PASSWORD, options: { data: { name: 'Eve' } } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email: taken.email, user_metadata: { name: 'Eve' } });
    expect(data.user?.id).not.toBe(taken.user?.id);
    expect(await strict.readMails(taken.email)).toHaveLength(0);
  });

  it('resends the email for an unconfirmed address, and keeps the password', async () => {
    const { email } = await signUp(strict);
    const again = await strict.newClient().auth.signUp({ email, password: PASSWORD });
    expect(again.error).toBeNull();
    expect(await strict.readMails(email)).toHaveLength(2);
    await strict.followLink(await strict.readLastMail(email));
    const signedIn = await strict.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
  });

  it.each([
    [
      'signs up',
      async (email: string) => await strict.newClient().auth.signUp({ email, password: 'my own password' }),
    ],
    ['requests a link', async (email: string) => await strict.newClient().auth.signInWithOtp({ email })],
  ])('leaves nothing to a stranger who signed up first once the owner %s', async (_way, ask) => {
    const { email } = await signUp(strict);
    expect((await ask(email)).error).toBeNull();
    await signUp(strict, email);
    const fragment = readFragment(await strict.followLink(await strict.readLastMail(email)));
    expect(fragment).toHaveProperty('access_token');
    for (const password of [PASSWORD, 'my own password']) {
      const { error } = await strict.newClient().auth.signInWithPassword({ email, password });
      expect(error?.code).toBe('invalid_credentials');
    }
  });
});
