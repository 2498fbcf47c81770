import { describe, expect, it } from 'vitest';
import { authConfigSchema } from '../../../../src/embedded-supabase/auth/auth-config.ts';
import { parseDuration } from '../../../../src/embedded-supabase/auth/parse-duration.ts';

describe('the [auth] table', () => {
  it('has the defaults of the CLI', () => {
    expect(authConfigSchema.parse({})).toMatchObject({
      site_url: 'http://127.0.0.1:3000',
      jwt_expiry: 3600,
      enable_refresh_token_rotation: true,
      refresh_token_reuse_interval: 10,
      enable_signup: true,
      enable_anonymous_sign_ins: false,
      minimum_password_length: 6,
      password_requirements: '',
      rate_limit: {},
      email: {
        double_confirm_changes: true,
        enable_confirmations: false,
        secure_password_change: false,
        max_frequency: 1_000,
        otp_length: 6,
        otp_expiry: 3600,
      },
    });
  });

  it('rejects an invalid duration', () => {
    expect(authConfigSchema.safeParse({ email: { max_frequency: 'soon' } }).success).toBe(false);
  });
});

describe('hooks', () => {
  const read = (hook: Readonly<Record<string, unknown>>) => authConfigSchema.safeParse({ hook });
  const uri = 'pg-functions://postgres/public/claims_hook';

  it('are functions of the database; disabled ones are not checked', () => {
    const parsed = read({ custom_access_token: { enabled: true, uri }, send_sms: { uri: 'https://x.test' } });
    expect(parsed.data?.hook).toEqual({
      custom_access_token: { uri, schema: 'public', name: 'claims_hook' },
    });
  });

  it.each([
    ['send_email', uri, 'runs custom_access_token, before_user_created'],
    ['custom_access_token', 'https://hooks.test/claims', 'functions of the database only'],
    ['custom_access_token', 'pg-functions://postgres/public/x"; drop', 'functions of the database only'],
    ['custom_access_token', '', 'functions of the database only'],
  ])('are rejected when they cannot be run: %s by %s', (name, address, words) => {
    const issue = read({ [name]: { enabled: true, uri: address } }).error?.issues[0];
    expect(issue?.path).toEqual(['hook', name]);
    expect(issue?.message).toContain(words);
  });
});

describe('a duration', () => {
  it.each([
    ['1s', 1_000],
    ['24h', 86_400_000],
    ['1m30s', 90_000],
    ['0.5h', 1_800_000],
    ['250ms', 250],
    ['0', 0],
    ['', null],
    ['1', null],
    ['1d', null],
    ['-1s', null],
  ])('%s is %s ms', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });
});
