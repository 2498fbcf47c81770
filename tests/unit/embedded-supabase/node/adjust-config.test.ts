import { expect, test } from 'vitest';
import { createAuthLimits, type RateLimiter } from '../../../../src/embedded-supabase/auth/rate-limit.ts';
import { readConfig } from '../../../../src/embedded-supabase/node/config.ts';
import { adjustConfig, refuseOpenSignUp } from '../../../../src/embedded-supabase/node/adjust-config.ts';

const read = readConfig(
  '[auth]\nsite_url = "http://kept.example"\nadditional_redirect_urls = ["http://kept.example/**"]\n' +
    '[auth.rate_limit]\ntoken_refresh = 7',
);
const adjust = (served: Partial<Parameters<typeof adjustConfig>[1]> = {}) =>
  adjustConfig(read, { port: 4000, hasApp: true, isPublic: true, env: {}, ...served }).auth;

test('addresses must be confirmed where emails are delivered', () => {
  expect(adjust().email.enable_confirmations).toBe(false);
  expect(adjust({ env: { SMTP_URL: '' } }).email.enable_confirmations).toBe(false);
  for (const hasApp of [true, false])
    expect(adjust({ hasApp, env: { SMTP_URL: 'smtp://mail.example' } }).email.enable_confirmations).toBe(
      true,
    );
});

test('on loopback only the configured limits apply', () => {
  const auth = adjust({ isPublic: false });
  expect(auth.rate_limit).toMatchObject({ token_refresh: 7, sign_in_sign_ups: Infinity });
  const { signUp, token } = createAuthLimits(auth, () => 0);
  const takeMany = ({ take }: RateLimiter) =>
    Array.from({ length: 99 }, () => take('a')).filter(Boolean).length;
  expect([takeMany(signUp), takeMany(token)]).toEqual([99, 30]);
  expect(takeMany(createAuthLimits(adjust(), () => 0).signUp)).toBe(30);
});

test('links in emails lead to the app, if one is served', () => {
  expect(adjust({ hasApp: false })).toEqual(read.auth);
  expect(adjust()).toMatchObject({
    site_url: 'http://127.0.0.1:4000',
    additional_redirect_urls: [
      'http://kept.example/**',
      'http://127.0.0.1:4000/**',
      'http://localhost:4000/**',
    ],
  });
  expect(adjust({ publicUrl: 'https://spolu.example/' })).toMatchObject({
    site_url: 'https://spolu.example',
    additional_redirect_urls: ['http://kept.example/**', 'https://spolu.example/**'],
  });
  for (const hasApp of [true, false])
    expect(adjust({ hasApp, env: { SITE_URL: 'https://other.example' } }).site_url).toBe(
      'https://other.example',
    );
});

test.each([
  ['on loopback', {}, false],
  ['in public', { isPublic: true }, true],
  ['in public, with empty variables', { isPublic: true, env: { SMTP_URL: '', OPEN_SIGN_UP: '' } }, true],
  ['in public, with OPEN_SIGN_UP=0', { isPublic: true, env: { OPEN_SIGN_UP: '0' } }, true],
  ['in public, with a mail server', { isPublic: true, env: { SMTP_URL: 'smtp://mail.example' } }, false],
  ['in public, with OPEN_SIGN_UP=1', { isPublic: true, env: { OPEN_SIGN_UP: '1' } }, false],
  ['in public, with sign-up disabled', { isPublic: true, mayJoin: false }, false],
])(
  'a start %s with %o is refused because anyone could claim any address: %s',
  (_where, { isPublic = false, env = {}, mayJoin = true }: Doors, isRefused) => {
    const config = readConfig(`[auth]\nenable_signup = ${mayJoin}`);
    const refuse = () => refuseOpenSignUp(config, { isPublic, env });
    if (isRefused) expect(refuse).toThrow(/Set SMTP_URL.*OPEN_SIGN_UP=1/);
    else expect(refuse).not.toThrow();
  },
);

interface Doors {
  readonly isPublic?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly mayJoin?: boolean;
}
