import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail, Mailer } from '../../src/embedded-supabase/mail/mailer.ts';
import {
  type AuthOnTest,
  newAddress,
  PASSWORD,
  startTestAuth,
  type TestAuth,
} from '../support/start-test-auth.ts';

const NO_WAIT = { max_frequency: '0s' };
const DAY_MS = 24 * 3_600_000;
const NEW_PASSWORD = 'another good password';

let test: TestAuth;
let auth: AuthOnTest;

beforeAll(async () => {
  test = await startTestAuth();
  auth = test.withConfig({ jwt_expiry: 604_800, email: NO_WAIT });
});
afterAll(async () => {
  await test.close();
});

async function signUp(on = auth) {
  const email = newAddress();
  const client = on.newClient();
  const { data } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: 'Ann' } },
  });
  return { client, email, id: data.user?.id ?? '', token: data.session?.access_token ?? '' };
}

describe('changing a user', () => {
  it('merges metadata at the top level, and null deletes', async () => {
    const { client } = await signUp();
    const set = await client.auth.updateUser({ data: { language: 'cs', nested: { a: 1 } } });
    expect(set.data.user?.user_metadata).toMatchObject({ name: 'Ann', language: 'cs', nested: { a: 1 } });
    const merged = await client.auth.updateUser({ data: { nested: { b: 2 }, name: null } });
    expect(merged.data.user?.user_metadata).toMatchObject({ language: 'cs', nested: { b: 2 } });
    expect(merged.data.user?.user_metadata).not.toHaveProperty('name');
  });

  it('does not let a user change data reserved for administrators', async () => {
    const { token } = await signUp();
    const reply = await auth.call('PUT', '/user', { token, body: { app_metadata: { admin: true } } });
    expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([403, 'not_admin']);
  });

  it('replaces the password, ends all other sessions and voids all mailed tokens', async () => {
    const { client, email } = await signUp();
    const other = auth.newClient();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    await client.auth.resetPasswordForEmail(email);
    const mail = await auth.readLastMail(email);
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    const stale = await client.auth.verifyOtp({ type: 'recovery', token_hash: mail.token_hash });
    expect(stale.error?.code).toBe('otp_expired');
    expect(
      (await auth.newClient().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).not.toBeNull();
    expect(
      (await auth.newClient().auth.signInWithPassword({ email, password: NEW_PASSWORD })).error,
    ).toBeNull();
  });

  it('refuses the same password, and a weak one', async () => {
    const { client } = await signUp();
    const same = await client.auth.updateUser({ password: PASSWORD });
    expect(same.error).toMatchObject({
      status: 422,
      code: 'same_password',
      message: 'New password should be different from the old password.',
    });
    expect((await client.auth.updateUser({ password: 'abc' })).error?.code).toBe('weak_password');
  });
});

describe('a secure password change', () => {
  it('requires a mailed nonce once the session is a day old', async () => {
    const secure = test.withConfig({
      jwt_expiry: 604_800,
      email: { ...NO_WAIT, secure_password_change: true },
    });
    const { client, email } = await signUp(secure);
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    test.advance(DAY_MS + 1);
    const needed = await client.auth.updateUser({ password: PASSWORD });
    expect(needed.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const mail = await secure.readLastMail(email);
    expect(mail).toMatchObject({ kind: 'reauthentication', action_link: null });
    const wrong = await client.auth.updateUser({ password: PASSWORD, nonce: '000000' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.auth.updateUser({ password: PASSWORD, nonce: mail.otp })).error).toBeNull();
    const spent = await client.auth.updateUser({ password: NEW_PASSWORD, nonce: mail.otp });
    expect(spent.error?.code).toBe('reauthentication_not_valid');
  });

  it('requires the current password if so configured, but not after recovery', async () => {
    const careful = test.withConfig({ email: { ...NO_WAIT, require_current_password: true } });
    const { client, email, token } = await signUp(careful);
    const change = async (body: object) => {
      const reply = await careful.call('PUT', '/user', { token, body });
      return [reply.status, reply.headers.get('x-sb-error-code')];
    };
    const password = NEW_PASSWORD;
    expect(await change({ password })).toEqual([400, 'current_password_required']);
    expect(await change({ password, current_password: 'wrong' })).toEqual([400, 'current_password_invalid']);
    expect(await change({ password, current_password: PASSWORD })).toEqual([200, null]);
    await client.auth.resetPasswordForEmail(email);
    const forgetful = careful.newClient();
    const { token_hash } = await careful.readLastMail(email);
    await forgetful.auth.verifyOtp({ type: 'recovery', token_hash });
    expect((await forgetful.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  });
});

describe('administration', () => {
  it('is limited to the service role', async () => {
    const { token } = await signUp();
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ] as const) {
      const options = method === 'POST' ? { body: { email: newAddress() } } : {};
      for (const [bearer, status, code] of [
        [null, 401, 'no_authorization'],
        [test.anonKey, 403, 'not_admin'],
        [token, 403, 'not_admin'],
      ] as const) {
        const reply = await auth.call(method, path, { ...options, token: bearer });
        expect([path, reply.status, reply.headers.get('x-sb-error-code')]).toEqual([path, status, code]);
      }
    }
  });

  it('creates, reads, lists, changes and deletes users', async () => {
    const { admin } = auth.newAdmin().auth;
    const email = newAddress();
    const made = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Bob' },
      app_metadata: { plan: 'free' },
    });
    expect(made.data.user).toMatchObject({
      email,
      user_metadata: { name: 'Bob' },
      app_metadata: { plan: 'free', provider: 'email' },
    });
    const id = made.data.user?.id ?? '';
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    const page = await admin.listUsers({ page: 1, perPage: 1 });
    expect(page.data.users.map((user) => user.id)).toEqual([id]);
    expect(page.data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
    const wanted = newAddress('new');
    const changed = await admin.updateUserById(id, {
      email: wanted,
      app_metadata: { plan: null },
      password: NEW_PASSWORD,
    });
    expect(changed.data.user).toMatchObject({ email: wanted });
    expect(changed.data.user?.app_metadata).not.toHaveProperty('plan');
    const signedIn = await auth
      .newClient()
      .auth.signInWithPassword({ email: wanted, password: NEW_PASSWORD });
    expect(signedIn.error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('shows a trigger of the project the columns that GoTrue inserts: no role, and none of those added later', async () => {
    await test.database.query(`
      create table public.seen (email text, role text, app jsonb, metadata jsonb);
      grant all on public.seen to public;
      create function public.note_row() returns trigger language plpgsql as $$ begin
        insert into public.seen values (new.email, new.role, new.raw_app_meta_data, new.raw_user_meta_data);
        return new;
      end $$;
      create trigger note_row after insert on auth.users for each row execute function public.note_row();`);
    const [made, signedUp] = [newAddress(), newAddress()];
    const person = { password: PASSWORD, user_metadata: { name: 'Bob' }, app_metadata: { plan: 'free' } };
    await auth.newAdmin().auth.admin.createUser({ email: made, ...person });
    await auth
      .newClient()
      .auth.signUp({ email: signedUp, password: PASSWORD, options: { data: { name: 'Ann' } } });
    const { rows } = await test.database.query(
      'select * from public.seen where email = any($1) order by metadata',
      [[made, signedUp]],
    );
    await test.database.query('drop table public.seen; drop function public.note_row cascade');
    const app = { provider: 'email', providers: ['email'] };
    expect(rows).toEqual([
      { email: signedUp, role: '', app, metadata: { name: 'Ann' } },
      { email: made, role: '', app, metadata: { name: 'Bob' } },
    ]);
  });

  it('accepts an existing hash and a given id', async () => {
    const { admin } = auth.newAdmin().auth;
    const email = newAddress();
    const id = crypto.randomUUID();
    const { rows } = await test.database.query<{ hash: string }>(
      "select extensions.crypt($1, extensions.gen_salt('bf')) as hash",
      [PASSWORD],
    );
    const password_hash = rows[0]?.hash ?? '';
    const { data } = await admin.createUser({ id, email, password_hash, email_confirm: true });
    expect(data.user?.id).toBe(id);
    expect((await auth.newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('soft-deletes: the row stays, personal data and sessions are deleted, the address is free', async () => {
    const { id, email, token } = await signUp();
    await auth.newAdmin().auth.admin.deleteUser(id, true);
    const { rows } = await test.database.query<{ row: string }>(
      `select u::text || i::text as row from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(email);
    expect(rows[0]?.row).not.toContain('Ann');
    const reply = await auth.call('GET', '/user', { token });
    expect(reply.headers.get('x-sb-error-code')).toBe('session_not_found');
    expect((await auth.newClient().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  });

  it('invites by email, and the guest sets a password', async () => {
    const email = newAddress();
    const { admin } = auth.newAdmin().auth;
    const { data } = await admin.inviteUserByEmail(email, { data: { name: 'Guest' } });
    expect(data.user?.invited_at).toBeDefined();
    const mail = await auth.readLastMail(email);
    expect(mail.kind).toBe('invite');
    const client = auth.newClient();
    const { error } = await client.auth.verifyOtp({ type: 'invite', token_hash: mail.token_hash });
    expect(error).toBeNull();
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await auth.newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  it('makes links of every kind', async () => {
    const { admin } = auth.newAdmin().auth;
    const fresh = newAddress();
    const known = (await signUp()).email;
    const newEmail = newAddress('new');
    const made = [
      await admin.generateLink({ type: 'signup', email: fresh, password: PASSWORD }),
      await admin.generateLink({ type: 'invite', email: newAddress() }),
      await admin.generateLink({ type: 'magiclink', email: known }),
      await admin.generateLink({ type: 'recovery', email: known }),
      await admin.generateLink({ type: 'email_change_current', email: known, newEmail }),
      await admin.generateLink({ type: 'email_change_new', email: known, newEmail }),
    ];
    for (const { data, error } of made) {
      expect(error).toBeNull();
      expect(data.properties?.email_otp).toMatch(/^\d{6}$/);
      const link = new URL(data.properties?.action_link ?? '');
      expect(link.searchParams.get('token')).toBe(data.properties?.hashed_token);
    }
    const client = auth.newClient();
    for (const { data } of made.slice(4)) {
      await client.auth.verifyOtp({ type: 'email_change', token_hash: data.properties?.hashed_token ?? '' });
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(newEmail);
    const missing = await admin.generateLink({ type: 'recovery', email: newAddress('nobody') });
    expect(missing.error).toMatchObject({ status: 404, code: 'user_not_found' });
  });
});

describe('limits', () => {
  const codeOf = (reply: Response) => [reply.status, reply.headers.get('x-sb-error-code')];
  const LIMITED = [429, 'over_request_rate_limit'];

  it('let one IP address try thirty times, then at the configured rate', async () => {
    const ip = '192.0.2.1';
    const attempt = async (from = ip) =>
      await auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: 'x' }, ip: from });
    const startedAtMs = test.now();
    let [limited, tries] = [await attempt(), 0];
    for (; limited.status === 400; limited = await attempt()) {
      expect(codeOf(limited)).toEqual([400, 'refresh_token_not_found']);
      tries += 1;
    }
    // A busy machine takes seconds for them, and each two seconds permit another.
    expect(tries).toBeGreaterThanOrEqual(30);
    expect(tries).toBeLessThanOrEqual(31 + (test.now() - startedAtMs) / 2000);
    expect(codeOf(limited)).toEqual(LIMITED);
    expect(await limited.json()).toMatchObject({ msg: 'Request rate limit reached' });
    expect(codeOf(await attempt('192.0.2.2'))).toEqual([400, 'refresh_token_not_found']);
    test.advance(2_001);
    expect((await attempt()).status).toBe(400);
    expect(codeOf(await attempt())).toEqual(LIMITED);
  });

  it.each([
    ['POST', '/signup', { email: 'x', password: PASSWORD }],
    ['POST', '/recover', { email: 'x' }],
    ['POST', '/otp', { email: 'x' }],
    ['POST', '/magiclink', { email: 'x' }],
    ['POST', '/resend', { email: 'x', type: 'signup' }],
    ['POST', '/verify', { type: 'signup', token_hash: 'x' }],
  ])('guard %s %s', async (method, path, body) => {
    const ip = `192.0.2.${path.length + 20}`;
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries += 1)
      statuses.push((await auth.call(method, path, { body, ip })).status);
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses[30]).toBe(429);
  });

  it('keep emails to one address apart', async () => {
    const slow = test.withConfig({ email: { max_frequency: '60s' } });
    const { email } = await signUp(slow);
    const ask = async () => await slow.newClient().auth.resetPasswordForEmail(email);
    expect((await ask()).error).toBeNull();
    test.advance(20_000);
    const early = (await ask()).error;
    expect(early).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(early?.message).toMatch(
      /^For security purposes, you can only request this after (39|40) seconds\.$/,
    );
    test.advance(40_000);
    expect((await ask()).error).toBeNull();
  });

  it('count the emails that leave the machine', async () => {
    const sent: Mail[] = [];
    const mailer: Mailer = { isMetered: true, send: async (mail) => void sent.push(mail) };
    const metered = test.withConfig({ rate_limit: { email_sent: 2 }, email: NO_WAIT }, { mailer });
    const { email } = await signUp(metered);
    const ask = async () => (await metered.newClient().auth.resetPasswordForEmail(email)).error;
    expect([await ask(), await ask()]).toEqual([null, null]);
    expect(await ask()).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'email rate limit exceeded',
    });
    expect(sent.map(({ to }) => to)).toEqual([email, email]);
    test.advance(1_800_001);
    expect(await ask()).toBeNull();
  });
});
