import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIN_PASSWORD_CHARS } from '#contract/limits.ts';
import { readConfig } from '../../../src/embedded-supabase/config.ts';

test('the server asks of passwords what the app asks, and of nobody which letters they have', () => {
  const { auth } = readConfig(readFileSync('supabase/config.toml', 'utf8'));
  expect(auth).toMatchObject({
    minimum_password_length: MIN_PASSWORD_CHARS,
    password_requirements: '',
    enable_anonymous_sign_ins: false,
    jwt_expiry: 900,
    email: { require_current_password: true, double_confirm_changes: true },
  });
});
