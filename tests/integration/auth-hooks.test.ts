/**
 * Functions of the project that the auth service calls ([auth.hook.NAME]), and the role in which it accesses the
 * project.
 */
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

let test: TestAuth;
let plain: AuthOnTest;

beforeAll(async () => {
  test = await startTestAuth();
  plain = test.withConfig({});
  await test.database.transaction(async (tx) => {
    await tx.query('set local role postgres');
    await tx.query(`
      create table public.calls (hook text, event jsonb, caller text);
      grant insert on public.calls to supabase_auth_admin;
      create function public.token_hook(event jsonb) returns jsonb language plpgsql as $$ begin
        insert into public.calls values ('token', event, current_user);
        if event -> 'claims' ->> 'email' like 'bare%' then
          return jsonb_build_object('claims', (event -> 'claims') - 'role' - 'aal');
        end if;
        return jsonb_set(event, '{claims,plan}', '"gold"');
      end $$;
      create function public.newcomer_hook(event jsonb) returns jsonb language plpgsql as $$ begin
        insert into public.calls values ('newcomer', event, current_user);
        if event -> 'user' ->> 'email' like '%@no.test' then
          return '{"error": {"http_code": 403, "message": "Not from there"}}';
        end if;
        return '{}';
      end $$;
      create function public.password_hook(event jsonb) returns jsonb language plpgsql as $$ begin
        insert into public.calls values ('password', event, current_user);
        if not (event ->> 'valid')::boolean then
          return '{"decision": "reject", "message": "Once was enough", "should_logout_user": true}';
        end if;
        return '{"decision": "continue"}';
      end $$;
      create function public.factor_hook(event jsonb) returns jsonb language plpgsql as $$ begin
        insert into public.calls values ('factor', event, current_user);
        if not (event ->> 'valid')::boolean then return '{"decision": "reject"}'; end if;
        return '{"decision": "continue"}';
      end $$;
      create function public.slow_hook(event jsonb) returns jsonb language plpgsql as $$ begin
        perform pg_sleep(10);
        return '{}';
      end $$;
      create function public.closed_hook(event jsonb) returns jsonb language sql as 'select event';
      revoke execute on function public.closed_hook from public;`);
  });
});
afterAll(async () => {
  await test.close();
});

const withHooks = (hooks: Readonly<Record<string, string>>) =>
  test.withConfig({
    hook: Object.fromEntries(
      Object.entries(hooks).map(([name, fn]) => [
        name,
        { enabled: true, uri: `pg-functions://postgres/public/${fn}` },
      ]),
    ),
    mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
  });

async function signUp(on: AuthOnTest, email = newAddress()) {
  const client = on.newClient();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  return { client, email, user: data.user, session: data.session, error };
}

async function callsOf(hook: string): Promise<{ event: Record<string, unknown>; caller: string }[]> {
  const { rows } = await test.database.query<{ event: Record<string, unknown>; caller: string }>(
    'select event, caller from public.calls where hook = $1',
    [hook],
  );
  await test.database.query('truncate public.calls');
  return rows;
}

describe('custom_access_token', () => {
  it('changes the claims of every token, and receives the method of authentication', async () => {
    const auth = withHooks({ custom_access_token: 'token_hook' });
    const { client, user, session } = await signUp(auth);
    expect(decodeJwt(session?.access_token ?? '')).toMatchObject({ sub: user?.id, plan: 'gold' });
    const refreshed = await client.auth.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? '')).toMatchObject({ plan: 'gold' });
    const calls = await callsOf('token');
    expect(calls).toMatchObject([
      { caller: 'supabase_auth_admin', event: { user_id: user?.id, authentication_method: 'password' } },
      { caller: 'supabase_auth_admin', event: { user_id: user?.id, authentication_method: 'token_refresh' } },
    ]);
    expect(calls[0]?.event['claims']).toMatchObject({ role: 'authenticated', aal: 'aal1' });
    expect(calls[0]?.event['claims']).not.toHaveProperty('plan');
  });

  it('must keep the required claims', async () => {
    const auth = withHooks({ custom_access_token: 'token_hook' });
    const body = { email: newAddress('bare'), password: PASSWORD };
    await expect(auth.call('POST', '/signup', { body })).rejects.toThrow(
      'output claims do not conform to the expected schema: \n- (root): role is required\n- (root): aal is required\n',
    );
    await callsOf('token');
  });

  it.each(['slow_hook', 'closed_hook', 'missing_hook'])(
    'that cannot be run, as %s, fails the sign-in',
    async (fn) => {
      const { email } = await signUp(plain);
      const auth = withHooks({ custom_access_token: fn });
      const body = { email, password: PASSWORD };
      await expect(auth.call('POST', '/token?grant_type=password', { body })).rejects.toThrow(
        `Error running hook URI: pg-functions://postgres/public/${fn}`,
      );
    },
  );
});

describe('before_user_created', () => {
  it('refuses a newcomer with its own message, before there is a row', async () => {
    const auth = withHooks({ before_user_created: 'newcomer_hook' });
    const refused = await signUp(auth, 'somebody@no.test');
    expect(refused.error).toMatchObject({ status: 403, code: 'unknown', message: 'Not from there' });
    const byMail = await auth.newClient().auth.signInWithOtp({ email: 'somebody@no.test' });
    expect(byMail.error).toMatchObject({ status: 403, message: 'Not from there' });
    const { rows } = await test.database.query("select from auth.users where email = 'somebody@no.test'");
    expect(rows).toEqual([]);
    await callsOf('newcomer');
    const { user, error } = await signUp(auth);
    expect(error).toBeNull();
    expect(await callsOf('newcomer')).toMatchObject([
      {
        event: {
          user: { email: user?.email, app_metadata: { provider: 'email' } },
          metadata: { name: 'before-user-created' },
        },
      },
    ]);
  });
});

describe('password_verification_attempt', () => {
  it('receives correct and wrong passwords of existing users, rejects, and signs out', async () => {
    const { client, email, user } = await signUp(plain);
    const auth = withHooks({ password_verification_attempt: 'password_hook' });
    const enter = async (password: string, who = email) =>
      (await auth.newClient().auth.signInWithPassword({ email: who, password })).error?.message ??
      'signed in';
    expect(await enter(PASSWORD)).toBe('signed in');
    expect(await enter('wrong', newAddress())).toBe('Invalid login credentials');
    expect((await client.auth.getUser()).error).toBeNull();
    expect(await enter('wrong')).toBe('Once was enough');
    expect((await client.auth.getUser()).error).not.toBeNull();
    const calls = await callsOf('password');
    expect(calls.map(({ event }) => [event['user_id'], event['valid']])).toEqual([
      [user?.id, true],
      [user?.id, false],
    ]);
  });
});

describe('mfa_verification_attempt', () => {
  it('receives codes, and a rejection ends every session', async () => {
    const auth = withHooks({ mfa_verification_attempt: 'factor_hook' });
    const { client, user } = await signUp(auth);
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' });
    if (enrolled.error !== null) throw enrolled.error;
    const { id: factorId, totp } = enrolled.data;
    const right = await totpAt(totp.secret, test.now());
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: right })).error).toBeNull();
    const wrong = right === '000000' ? '000001' : '000000';
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: wrong })).error).toMatchObject({
      status: 403,
      code: 'mfa_verification_rejected',
      message: 'Further MFA verification attempts will be rejected.',
    });
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await callsOf('factor')).map(({ event }) => event)).toMatchObject([
      { user_id: user?.id, factor_id: factorId, factor_type: 'totp', valid: true },
      { user_id: user?.id, factor_id: factorId, factor_type: 'totp', valid: false },
    ]);
  });
});

describe('a trigger of the project on users', () => {
  const withTrigger = async (body: string, work: () => Promise<void>) => {
    await test.database.query(`
      create table public.people (id uuid);
      create function public.greet() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
      create trigger greet after insert on auth.users for each row execute function public.greet();`);
    try {
      await work();
    } finally {
      await test.database.query('drop function public.greet cascade; drop table public.people');
    }
  };
  const fails = async () => {
    const body = { email: newAddress(), password: PASSWORD };
    await expect(plain.call('POST', '/signup', { body })).rejects.toThrow('Database error saving new user');
  };

  it('has the rights of supabase_auth_admin and no more', () =>
    withTrigger('insert into public.people values (new.id);', async () => {
      await fails();
      await test.database.query('grant insert on public.people to supabase_auth_admin');
      expect((await signUp(plain)).error).toBeNull();
    }));

  it('resolves names in schema auth only', () =>
    withTrigger('insert into people values (new.id);', async () => {
      await test.database.query('grant insert on public.people to supabase_auth_admin');
      await fails();
    }));
});
