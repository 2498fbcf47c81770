import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailTemplates, readProjectConfig } from '../../src/embedded-supabase/node/read-project.ts';
import {
  type AuthOnTest,
  newAddress,
  PASSWORD,
  readFragment,
  startTestAuth,
  type TestAuth,
} from '../support/start-test-auth.ts';

const SITE = 'http://127.0.0.1:3000';
const NO_WAIT = { max_frequency: '0s' };

let test: TestAuth;
let auth: AuthOnTest;
/** Addresses must be confirmed. */
let strict: AuthOnTest;
/** The same with the project's own templates. */
let own: AuthOnTest;

beforeAll(async () => {
  test = await startTestAuth();
  const urls = { site_url: SITE, additional_redirect_urls: ['https://app.test/**'] };
  auth = test.withConfig({ ...urls, email: NO_WAIT });
  const confirmed = { ...urls, email: { ...NO_WAIT, enable_confirmations: true } };
  strict = test.withConfig(confirmed);
  const root = join(import.meta.dirname, '../..');
  own = test.withConfig(confirmed, { mailTemplates: readMailTemplates(root, readProjectConfig(root, {})) });
});
afterAll(async () => {
  await test.close();
});

async function signUp(on = auth, options: { flow?: 'pkce'; data?: object } = {}) {
  const email = newAddress();
  const client = on.newClient(options.flow === undefined ? {} : { flow: options.flow });
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: 'https://app.test/welcome?from=mail', data: options.data ?? {} },
  });
  if (error !== null) throw error;
  return { client, email, ...data };
}

describe('the link of a confirmation', () => {
  it('leads to the requested page, with a session behind #', async () => {
    const { email } = await signUp(strict);
    const target = await strict.followLink(await strict.readLastMail(email));
    expect(target.origin + target.pathname + target.search).toBe('https://app.test/welcome?from=mail');
    const fragment = readFragment(target);
    expect(Object.keys(fragment).sort()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'].sort(),
    );
    expect(fragment).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '3600' });
    const client = strict.newClient();
    const { data } = await client.auth.setSession({
      access_token: fragment['access_token'] ?? '',
      refresh_token: fragment['refresh_token'] ?? '',
    });
    expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
    expect(decodeJwt(fragment['access_token'] ?? '')['amr']).toMatchObject([{ method: 'otp' }]);
  });

  it('works once', async () => {
    const { email } = await signUp(strict);
    const mail = await strict.readLastMail(email);
    await strict.followLink(mail);
    const again = await strict.followLink(mail);
    expect(readFragment(again)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
    expect(again.search).toBe('?from=mail');
  });

  it('is not followed by HEAD', async () => {
    const { email } = await signUp(strict);
    const mail = await strict.readLastMail(email);
    const { search } = new URL(mail.action_link ?? '');
    expect((await strict.call('HEAD', `/verify${search}`)).status).toBe(405);
    expect(readFragment(await strict.followLink(mail))).toHaveProperty('access_token');
  });

  it('works once when it is followed twice simultaneously', async () => {
    const { email } = await signUp(strict);
    const mail = await strict.readLastMail(email);
    await test.warmUp();
    const targets = await Promise.all([1, 2, 3, 4].map(async () => await strict.followLink(mail)));
    expect(targets.filter((target) => 'access_token' in readFragment(target))).toHaveLength(1);
  });

  it('expires', async () => {
    const { email } = await signUp(strict);
    const mail = await strict.readLastMail(email);
    test.advance(3_600_001);
    expect(readFragment(await strict.followLink(mail))).toMatchObject({ error_code: 'otp_expired' });
  });

  it('is refused with a clear error when it is invalid', async () => {
    const reply = await auth.call('GET', '/verify?type=signup');
    expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed']);
  });

  it('never leads to a page that is not allowed', async () => {
    const { email } = await signUp(strict);
    const mail = await strict.readLastMail(email);
    const evil = {
      ...mail,
      action_link: mail.action_link?.replace(/redirect_to=.*/, 'redirect_to=https://evil.test') ?? '',
    };
    const target = await strict.followLink(evil);
    expect(target.origin).toBe(SITE);
  });
});

describe('PKCE', () => {
  async function followWithPkce() {
    const { client, email } = await signUp(strict, { flow: 'pkce' });
    const mail = await strict.readLastMail(email);
    expect(mail.token_hash).toMatch(/^pkce_[0-9a-f]{56}$/);
    const target = await strict.followLink(mail);
    return { client, email, mail, target, code: target.searchParams.get('code') ?? '' };
  }

  it('ends in a code that the requesting browser exchanges for a session, once', async () => {
    const { client, email, target, code } = await followWithPkce();
    expect(target.hash).toBe('');
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const body = { auth_code: code, code_verifier: 'x' };
    const again = await strict.call('POST', '/token?grant_type=pkce', { body });
    expect([again.status, again.headers.get('x-sb-error-code')]).toEqual([404, 'flow_state_not_found']);
  });

  it('is useless for another browser, or after five minutes', async () => {
    const { client, code } = await followWithPkce();
    const body = { auth_code: code, code_verifier: 'somebody else' };
    const stolen = await strict.call('POST', '/token?grant_type=pkce', { body });
    expect([stolen.status, stolen.headers.get('x-sb-error-code')]).toEqual([400, 'bad_code_verifier']);
    const empty = await strict.call('POST', '/token?grant_type=pkce', { body: { auth_code: code } });
    expect(empty.status).toBe(400);
    test.advance(5 * 60_000 + 1);
    const { error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  it('adds an error to the query too', async () => {
    const { mail } = await followWithPkce();
    const again = await strict.followLink(mail);
    expect(again.searchParams.get('error_code')).toBe('otp_expired');
    expect(again.searchParams.get('from')).toBe('mail');
    expect(readFragment(again)).toMatchObject({ error_code: 'otp_expired' });
  });

  it('works for recovery and for a sign-in link', async () => {
    const { email } = await signUp();
    const client = auth.newClient({ flow: 'pkce' });
    await client.auth.resetPasswordForEmail(email);
    const recovery = await auth.followLink(await auth.readLastMail(email));
    const first = await client.auth.exchangeCodeForSession(recovery.searchParams.get('code') ?? '');
    expect(first.data.session).not.toBeNull();
    await client.auth.signInWithOtp({ email });
    const link = await auth.followLink(await auth.readLastMail(email));
    const second = await client.auth.exchangeCodeForSession(link.searchParams.get('code') ?? '');
    expect(second.data.user?.email).toBe(email);
  });

  it('refuses an incomplete challenge and a short one', async () => {
    const half = { email: newAddress(), code_challenge: 'a'.repeat(43) };
    expect((await auth.call('POST', '/recover', { body: half })).status).toBe(400);
    const short = { email: newAddress(), code_challenge: 'a', code_challenge_method: 's256' };
    expect((await auth.call('POST', '/recover', { body: short })).status).toBe(400);
  });
});

describe('recovery', () => {
  it('mails a link that signs in and lets the password be replaced', async () => {
    const { email } = await signUp();
    const { error } = await auth
      .newClient()
      .auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/new-password` });
    expect(error).toBeNull();
    const mail = await auth.readLastMail(email);
    expect(mail).toMatchObject({ kind: 'recovery', subject: 'Reset your password' });
    const client = auth.newClient();
    const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash: mail.token_hash });
    expect(data.user?.email).toBe(email);
    const changed = await client.auth.updateUser({ password: 'a new password' });
    expect(changed.error).toBeNull();
    const signedIn = await auth.newClient().auth.signInWithPassword({ email, password: 'a new password' });
    expect(signedIn.error).toBeNull();
  });

  it('gives the same answer for an unknown address as for a known one', async () => {
    const email = newAddress('nobody');
    const reply = await auth.call('POST', '/recover', { body: { email } });
    expect([reply.status, await reply.json()]).toEqual([200, {}]);
    expect(await auth.readMails(email)).toEqual([]);
  });
});

describe('a code from an email', () => {
  it('signs in with the address it was sent to', async () => {
    const { email, user } = await signUp();
    const client = auth.newClient();
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
    const mail = await auth.readLastMail(email);
    expect(mail).toMatchObject({ kind: 'magiclink', otp: expect.stringMatching(/^\d{6}$/) });
    expect(mail.text).toContain(mail.otp);
    const { data, error } = await client.auth.verifyOtp({
      type: 'email',
      email: email.toUpperCase(),
      token: mail.otp,
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user?.id);
    const again = await client.auth.verifyOtp({ type: 'email', email, token: mail.otp });
    expect(again.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
  });

  it('is void once a newer one was sent, and for another address', async () => {
    const { email } = await signUp();
    const { email: other } = await signUp();
    const client = auth.newClient();
    await client.auth.signInWithOtp({ email });
    const old = await auth.readLastMail(email);
    await client.auth.signInWithOtp({ email });
    const recent = await auth.readLastMail(email);
    for (const attempt of [
      { email, token: old.otp },
      { email: other, token: recent.otp },
    ]) {
      const { error } = await client.auth.verifyOtp({ type: 'email', ...attempt });
      expect(error?.code).toBe('otp_expired');
    }
    expect((await client.auth.verifyOtp({ type: 'email', email, token: recent.otp })).error).toBeNull();
  });

  it('signs up a new user, unless that is refused', async () => {
    const email = newAddress();
    const refused = await auth
      .newClient()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(refused.error).toBeNull();
    expect(await auth.readMails(email)).toEqual([]);
    const client = auth.newClient();
    await client.auth.signInWithOtp({ email, options: { data: { name: 'New' } } });
    const mail = await auth.readLastMail(email);
    const { data } = await client.auth.verifyOtp({ type: 'email', email, token: mail.otp });
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'New', email_verified: true } });
  });

  it('of a confirmation is accepted as type signup and as type email', async () => {
    for (const type of ['signup', 'email'] as const) {
      const { client, email } = await signUp(strict);
      const mail = await strict.readLastMail(email);
      const { data } = await client.auth.verifyOtp({ type, email, token: mail.otp });
      expect(data.session).not.toBeNull();
    }
  });

  it('is not accepted as a code of another kind, nor for a banned user', async () => {
    const { client, email, user } = await signUp();
    await client.auth.signInWithOtp({ email });
    const mail = await auth.readLastMail(email);
    const odd = await client.auth.verifyOtp({ type: 'signup', email, token: mail.otp });
    expect(odd.error?.code).toBe('otp_expired');
    await auth.newAdmin().auth.admin.updateUserById(user?.id ?? '', { ban_duration: '1h' });
    const banned = await client.auth.verifyOtp({ type: 'magiclink', email, token: mail.otp });
    expect(banned.error).toMatchObject({ status: 403, code: 'user_banned' });
  });

  it.each([
    [{ token: '123456', email: 'a@b.test' }, 'Verify requires a verification type'],
    [{ type: 'signup' }, 'Verify requires either a token or a token hash'],
    [{ type: 'signup', token: '1', token_hash: '2' }, 'Verify requires either a token or a token hash'],
    [
      { type: 'signup', token_hash: '2', email: 'a@b.test' },
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'banana', token_hash: '2' }, 'Invalid email verification type'],
  ])('is refused when the request is invalid: %o', async (body, message) => {
    const reply = await auth.call('POST', '/verify', { body });
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { code: 400, error_code: 'validation_failed', msg: message },
    ]);
  });
});

describe('emails', () => {
  it('are resent on request, without revealing who is registered', async () => {
    const { email } = await signUp(strict);
    const client = strict.newClient();
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    expect(await strict.readMails(email)).toHaveLength(2);
    expect((await client.auth.resend({ type: 'signup', email: newAddress() })).error).toBeNull();
    await strict.followLink(await strict.readLastMail(email));
    await client.auth.resend({ type: 'signup', email });
    expect(await strict.readMails(email)).toHaveLength(2);

    const { client: changer, email: old } = await signUp();
    await changer.auth.resend({ type: 'email_change', email: old });
    expect(await auth.readMails(old)).toHaveLength(0);
    const wanted = newAddress('new');
    await changer.auth.updateUser({ email: wanted });
    await changer.auth.resend({ type: 'email_change', email: old });
    expect(await auth.readMails(wanted)).toHaveLength(2);
  });

  it('are written in the language of the user, who may change it', async () => {
    const { client, email } = await signUp(own, { data: { language: 'cs' } });
    const mail = await own.readLastMail(email);
    expect(mail).toMatchObject({ locale: 'cs', subject: 'Potvrďte svou e-mailovou adresu' });
    expect(mail.text).toContain('Potvrdit adresu');
    await client.auth.verifyOtp({ type: 'signup', token_hash: mail.token_hash });
    await client.auth.updateUser({ data: { language: 'en-US' } });
    await client.auth.resetPasswordForEmail(email);
    expect(await own.readLastMail(email)).toMatchObject({ locale: 'en-US', subject: 'Reset your password' });
  });
});
