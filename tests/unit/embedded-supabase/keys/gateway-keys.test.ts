import { describe, expect, it } from 'vitest';
import { checkKeys, type PresentedKeys } from '../../../../src/embedded-supabase/keys/gateway-keys.ts';

const keys = {
  publishableKey: 'sb_publishable_p',
  secretKey: 'sb_secret_s',
  anonKey: 'anon.jwt.x',
  serviceRoleKey: 'service.jwt.x',
  jwtSecret: 'x',
};
const check = (presented: Partial<PresentedKeys>, isKeyOptional = false) =>
  checkKeys({ authorization: null, apikey: null, ...presented }, keys, isKeyOptional);

describe('the token that a service sees', () => {
  it.each([
    ['publishable key alone', { apikey: 'sb_publishable_p' }, 'anon.jwt.x'],
    ['secret key alone', { apikey: 'sb_secret_s' }, 'service.jwt.x'],
    ['legacy key alone', { apikey: 'anon.jwt.x' }, null],
    ['legacy key as bearer too', { apikey: 'anon.jwt.x', authorization: 'Bearer anon.jwt.x' }, 'anon.jwt.x'],
    ['key as bearer too', { apikey: 'sb_secret_s', authorization: 'Bearer sb_secret_s' }, 'service.jwt.x'],
    [
      'a stronger key as bearer',
      { apikey: 'sb_publishable_p', authorization: 'bearer sb_secret_s' },
      'anon.jwt.x',
    ],
    ['a user', { apikey: 'sb_publishable_p', authorization: 'Bearer user.jwt.x' }, 'user.jwt.x'],
    ['another scheme', { apikey: 'sb_publishable_p', authorization: 'Basic abc' }, null],
  ])('%s', (_name, presented, token) => {
    expect(check(presented)).toMatchObject({ ok: true, token });
  });

  it('a legacy key alone is forwarded without a scheme', () => {
    expect(check({ apikey: 'anon.jwt.x' })).toEqual({ ok: true, token: null, authorization: 'anon.jwt.x' });
  });

  it('is refused without a key, and with one of another project', () => {
    expect(check({ authorization: 'Bearer user.jwt.x' })).toMatchObject({
      ok: false,
      message: 'No API key found in request',
    });
    for (const apikey of ['', 'sb_publishable_q', 'sb_publishable_pp', 'user.jwt.x']) {
      expect(check({ apikey }), apikey).toMatchObject({ ok: false, message: 'Invalid API key' });
    }
  });

  it('may be missing where a key is optional, but not wrong', () => {
    expect(check({}, true)).toEqual({ ok: true, token: null, authorization: null });
    expect(check({ authorization: 'Bearer sb_secret_s' }, true)).toEqual({
      ok: true,
      token: null,
      authorization: null,
    });
    expect(check({ apikey: 'wrong' }, true)).toMatchObject({ ok: false });
  });
});
