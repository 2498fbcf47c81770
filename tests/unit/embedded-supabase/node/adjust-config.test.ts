import { expect, test } from 'vitest';
import { createAuthLimits, type RateLimiter } from '../../../../src/embedded-supabase/auth/rate-limit.ts';
import { readConfig } from '../../../../src/embedded-supabase/config.ts';
import { adjustConfig } from '../../../../src/embedded-supabase/node/adjust-config.ts';

const read = readConfig(
  '[auth]\nsite_url = "http://kept.example"\nadditional_redirect_urls = ["http://kept.example/**"]\n' +
    '[auth.rate_limit]\ntoken_refresh = 7',
);
const adjust = (served: Partial<Parameters<typeof adjustConfig>[1]> = {}) =>
  adjustConfig(read, { port: 4000, hasApp: true, isPublic: true, env: {}, ...served }).auth;

test('where mails reach people, an address counts once it was confirmed', () => {
  expect(adjust().email.enable_confirmations).toBe(false);
  expect(adjust({ env: { SMTP_URL: '' } }).email.enable_confirmations).toBe(false);
  for (const hasApp of [true, false])
    expect(adjust({ hasApp, env: { SMTP_URL: 'smtp://mail.example' } }).email.enable_confirmations).toBe(
      true,
    );
});

test('only what is set is limited, where nobody else can come from', () => {
  const { rate_limit } = adjust({ isPublic: false });
  expect(rate_limit).toMatchObject({ token_refresh: 7, sign_in_sign_ups: Infinity });
  const { signUp, token } = createAuthLimits(rate_limit, () => 0);
  const takeMany = ({ take }: RateLimiter) =>
    Array.from({ length: 99 }, () => take('a')).filter(Boolean).length;
  expect([takeMany(signUp), takeMany(token)]).toEqual([99, 30]);
  expect(takeMany(createAuthLimits(adjust().rate_limit, () => 0).signUp)).toBe(30);
});

test('mails lead back to the app, where one is served', () => {
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
