import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
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

beforeAll(async () => {
  test = await startTestAuth();
  auth = test.withConfig({});
});
afterAll(async () => {
  await test.close();
});

async function signUp(on = auth): Promise<{ session: Session; email: string }> {
  const email = newAddress();
  const { data } = await on.newClient().auth.signUp({ email, password: PASSWORD });
  if (data.session === null) throw new Error('no session');
  return { session: data.session, email };
}

async function signIn(email: string, on = auth) {
  const client = on.newClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error !== null) throw error;
  return { client, session: data.session };
}

/** Returns the status and either the new refresh token or the code of the refusal. */
async function refresh(token: string, on = auth) {
  const reply = await on.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });
  const body = (await reply.json()) as Record<string, string>;
  return { status: reply.status, token: body['refresh_token'] ?? '', code: body['error_code'], body };
}

const ALREADY_USED = { status: 400, code: 'refresh_token_already_used' };

describe('refreshing', () => {
  it('rotates the refresh token and keeps the session', async () => {
    const { session } = await signUp();
    test.advance(60_000);
    const client = auth.newClient();
    const { data, error } = await client.auth.refreshSession({ refresh_token: session.refresh_token });
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const before = decodeJwt(session.access_token);
    const after = decodeJwt(data.session?.access_token ?? '');
    expect(after['session_id']).toBe(before['session_id']);
    expect(after['amr']).toEqual(before['amr']);
    expect((after.iat ?? 0) - (before.iat ?? 0)).toBeGreaterThanOrEqual(60);
  });

  it('exchanges the parent of the active token for the active one, however late', async () => {
    const { session } = await signUp();
    const first = await refresh(session.refresh_token);
    test.advance(24 * 3_600_000);
    const again = await refresh(session.refresh_token);
    expect(again).toMatchObject({ status: 200, token: first.token });
  });

  it('exchanges an older token for the active one within the reuse interval', async () => {
    const { session } = await signUp();
    const first = await refresh(session.refresh_token);
    const second = await refresh(first.token);
    test.advance(9_000);
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 200, token: second.token });
  });

  it('treats an older token after the interval as a copy and revokes the session', async () => {
    const { session } = await signUp();
    const first = await refresh(session.refresh_token);
    const second = await refresh(first.token);
    test.advance(11_000);
    const reuse = await refresh(session.refresh_token);
    expect(reuse).toMatchObject({ ...ALREADY_USED, body: { msg: 'Invalid Refresh Token: Already Used' } });
    // Neither the thief's nor the owner's token works now, not even within the reuse interval of the revocation.
    expect(await refresh(second.token)).toMatchObject(ALREADY_USED);
    expect(await refresh(first.token)).toMatchObject(ALREADY_USED);
  });

  it('keeps the user’s other sessions when one is revoked', async () => {
    const { session, email } = await signUp();
    const other = await signIn(email);
    const first = await refresh(session.refresh_token);
    await refresh(first.token);
    test.advance(11_000);
    expect(await refresh(session.refresh_token)).toMatchObject(ALREADY_USED);
    expect(await refresh(other.session.refresh_token)).toMatchObject({ status: 200 });
  });

  it('lets many simultaneous refreshes of one token succeed, with one successor', async () => {
    const { session } = await signUp();
    await test.warmUp();
    const results = await Promise.all(
      Array.from({ length: 25 }, async () => await refresh(session.refresh_token)),
    );
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 200));
    expect(new Set(results.map(({ token }) => token)).size).toBe(1);
    const { rows } = await test.database.query<{ count: string }>(
      'select count(*) from auth.refresh_tokens where session_id = $1',
      [decodeJwt(session.access_token)['session_id']],
    );
    expect(Number(rows[0]?.count)).toBe(2);
  });

  it('gives up after waiting five seconds for the session', async () => {
    const { session } = await signUp();
    const id = decodeJwt(session.access_token)['session_id'];
    await test.database.transaction(async (tx) => {
      await tx.query('select from auth.sessions where id = $1 for update', [id]);
      expect(await refresh(session.refresh_token)).toMatchObject({ status: 409, code: 'conflict' });
    });
  });

  it('refuses an unknown token, a banned user, and an ended session', async () => {
    expect(await refresh('nonsense')).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
    expect(await refresh('')).toMatchObject({ status: 400, code: 'validation_failed' });
    const { session } = await signUp();
    await auth.newAdmin().auth.admin.updateUserById(session.user.id, { ban_duration: '1h' });
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, code: 'user_banned' });
    await auth.newAdmin().auth.admin.updateUserById(session.user.id, { ban_duration: 'none' });
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 200 });
  });

  it('ends with the timebox and after inactivity', async () => {
    const boxed = test.withConfig({ sessions: { timebox: '24h' } });
    const { session } = await signUp(boxed);
    test.advance(23 * 3_600_000);
    const next = await refresh(session.refresh_token, boxed);
    expect(next.status).toBe(200);
    test.advance(2 * 3_600_000);
    expect(await refresh(next.token, boxed)).toMatchObject({ status: 400, code: 'session_expired' });

    const idle = test.withConfig({ sessions: { inactivity_timeout: '8h' } });
    const lazy = await signUp(idle);
    test.advance(7 * 3_600_000);
    const kept = await refresh(lazy.session.refresh_token, idle);
    test.advance(7 * 3_600_000);
    const keptAgain = await refresh(kept.token, idle);
    expect(keptAgain.status).toBe(200);
    test.advance(9 * 3_600_000);
    expect(await refresh(keptAgain.token, idle)).toMatchObject({ status: 400, code: 'session_expired' });
  });

  it('without rotation refuses a spent token and keeps the session', async () => {
    const gentle = test.withConfig({ enable_refresh_token_rotation: false });
    const { session } = await signUp(gentle);
    const first = await refresh(session.refresh_token, gentle);
    const second = await refresh(first.token, gentle);
    test.advance(11_000);
    expect(await refresh(session.refresh_token, gentle)).toMatchObject(ALREADY_USED);
    expect(await refresh(second.token, gentle)).toMatchObject({ status: 200 });
  });
});

describe('signing out', () => {
  async function threeSessions() {
    const { email } = await signUp();
    return { email, a: await signIn(email), b: await signIn(email), c: await signIn(email) };
  }

  async function isAlive({ session }: { session: Session }): Promise<boolean> {
    const reply = await auth.call('GET', '/user', { token: session.access_token });
    if (reply.status !== 200) {
      expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([403, 'session_not_found']);
      expect(await refresh(session.refresh_token)).toMatchObject({ code: 'refresh_token_not_found' });
    }
    return reply.status === 200;
  }

  it('everywhere by default', async () => {
    const { a, b } = await threeSessions();
    const reply = await auth.call('POST', '/logout', { token: a.session.access_token });
    expect(reply.status).toBe(204);
    expect([await isAlive(a), await isAlive(b)]).toEqual([false, false]);
  });

  it('here only', async () => {
    const { a, b } = await threeSessions();
    expect((await a.client.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect([await isAlive(a), await isAlive(b)]).toEqual([false, true]);
  });

  it('everywhere else', async () => {
    const { a, b, c } = await threeSessions();
    expect((await a.client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect([await isAlive(a), await isAlive(b), await isAlive(c)]).toEqual([true, false, false]);
  });

  it('does not end another user’s session', async () => {
    const { session } = await signUp();
    const { session: other } = await signUp();
    const claims = decodeJwt(session.access_token);
    const token = await test.tokens.sign({
      ...claims,
      role: 'authenticated',
      session_id: String(decodeJwt(other.access_token)['session_id']),
    });
    const reply = await auth.call('GET', '/user', { token });
    expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([403, 'session_not_found']);
  });

  it('refuses another scope, and a session that is over', async () => {
    const { a } = await threeSessions();
    const token = a.session.access_token;
    const odd = await auth.call('POST', '/logout?scope=galaxy', { token });
    expect([odd.status, odd.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed']);
    await auth.call('POST', '/logout', { token });
    const twice = await auth.call('POST', '/logout', { token });
    expect([twice.status, twice.headers.get('x-sb-error-code')]).toEqual([403, 'session_not_found']);
  });
});

describe('the database', () => {
  it('hides everything from callers and gives them their identity', async () => {
    const claims = { role: 'authenticated', sub: '00000000-0000-4000-8000-000000000001', email: 'x@y.z' };
    const seen = await test.database.asCaller({ claims }, async (tx) => {
      const { rows } = await tx.query(
        "select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() ->> 'sub' as sub",
      );
      return rows[0];
    });
    expect(seen).toEqual({ uid: claims.sub, role: 'authenticated', email: 'x@y.z', sub: claims.sub });
    for (const role of ['anon', 'authenticated', 'service_role']) {
      for (const table of ['auth.users', 'auth.refresh_tokens', 'embedded.mails']) {
        const reading = test.database.asCaller(
          { claims: { role } },
          async (tx) => await tx.query(`select * from ${table}`),
        );
        await expect(reading).rejects.toThrow(/permission denied/);
      }
    }
  });

  it('lets migrations reference users, put triggers on them, and seed them', async () => {
    await test.database.transaction(async (tx) => {
      await tx.query('set local role postgres');
      await tx.query(`
        create table public.profiles (id uuid primary key references auth.users (id) on delete cascade, name text);
        create function public.greet() returns trigger language plpgsql security definer set search_path = '' as $$
          begin
            insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'name');
            return new;
          end $$;
        create trigger greet after insert on auth.users for each row execute function public.greet();
        insert into auth.users (id, email) values (gen_random_uuid(), 'seed@example.test');`);
    });
    const email = newAddress();
    const { data } = await auth
      .newClient()
      .auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ann' } } });
    const { rows } = await test.database.query('select name from public.profiles where id = $1', [
      data.user?.id,
    ]);
    expect(rows).toEqual([{ name: 'Ann' }]);
  });
});
