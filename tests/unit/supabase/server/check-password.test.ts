import { expect, test } from 'vitest';
import { isPasswordOf } from '../../../../supabase/functions/_shared/server/check-password.ts';

const ENV = {
  supabaseUrl: 'http://auth.test',
  serviceKey: 'sb_secret_x',
  secretKeys: [],
  jwtSecret: null,
  historyKey: null,
  formerHistoryKeys: null,
  timeStampUrl: null,
};

/** The result of the check for a reply of the auth service. */
async function check(status: number, body: unknown): Promise<unknown> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const ask = () => Promise.resolve(new Response(text, { status }));
  return await isPasswordOf(ENV, { email: 'ann@example.test', password: 'x' }, ask).catch(
    ({ code, detail }: { code: unknown; detail: unknown }) => ({ code, detail }),
  );
}

test('a sign-in means a right password, one code a wrong one', async () => {
  expect(await check(200, { access_token: 'x' })).toBe(true);
  expect(
    await check(400, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }),
  ).toBe(false);
});

test.each([
  [
    400,
    { code: 400, error_code: 'captcha_failed', msg: 'captcha protection' },
    'auth answered 400 captcha_failed',
  ],
  [400, { error_code: 'email_not_confirmed' }, 'auth answered 400 email_not_confirmed'],
  [422, { error_code: 'email_provider_disabled' }, 'auth answered 422 email_provider_disabled'],
  [401, { message: 'Invalid API key' }, 'auth answered 401 without a code'],
  [404, '<html>', 'auth answered 404 without JSON'],
  [500, { error_code: 'invalid_credentials' }, 'auth answered 500 invalid_credentials'],
  [503, '', 'auth answered 503 without JSON'],
])('%i %o is not a result about the password', async (status, body, detail) => {
  expect(await check(status, body)).toEqual({ code: 'unavailable', detail });
});

test('too many attempts are reported as such', async () => {
  expect(await check(429, { error_code: 'over_request_rate_limit' })).toMatchObject({ code: 'rate_limited' });
});
