import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { authFailureOf } from '../../../../src/app/data/auth.ts';

test.each([
  ['invalid_credentials', 400, 'invalid_credentials'],
  ['user_already_exists', 422, 'user_already_exists'],
  ['email_exists', 422, 'user_already_exists'],
  ['weak_password', 422, 'weak_password'],
  ['over_email_send_rate_limit', 429, 'rate_limited'],
  ['otp_expired', 403, 'link_expired'],
  ['session_not_found', 403, 'session_lost'],
  ['something_new', 400, 'unexpected'],
  ['something_new', 429, 'rate_limited'],
])('GoTrue says %s (%i): %s', (code, status, failure) => {
  expect(authFailureOf(new AuthApiError('', status, code))).toBe(failure);
});

test('what is not from GoTrue', () => {
  expect(authFailureOf(new AuthRetryableFetchError('', 0))).toBe('unreachable');
  expect(authFailureOf(new AuthSessionMissingError())).toBe('session_lost');
  expect(authFailureOf(new TypeError('a fault of ours'))).toBe('unexpected');
});
