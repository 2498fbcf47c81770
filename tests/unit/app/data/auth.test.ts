import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { authFailureOf, failureOfCode } from '../../../../src/app/data/auth-failures.ts';
import { fail } from '../../../../src/app/data/auth.ts';

test.each([
  ['invalid_credentials', 400, 'invalid_credentials'],
  ['user_already_exists', 422, 'user_already_exists'],
  ['email_exists', 422, 'user_already_exists'],
  ['weak_password', 422, 'weak_password'],
  ['over_email_send_rate_limit', 429, 'rate_limited'],
  ['otp_expired', 403, 'link_expired'],
  ['session_not_found', 403, 'session_lost'],
  ['current_password_invalid', 400, 'current_password_wrong'],
  ['mfa_verification_failed', 422, 'code_invalid'],
  ['something_new', 400, 'unexpected'],
  ['something_new', 429, 'rate_limited'],
])('GoTrue error %s (%i): %s', async (code, status, failure) => {
  expect(authFailureOf(new AuthApiError('', status, code))).toBe(failure);
  expect(await fail(new AuthApiError('', status, code))).toEqual({ ok: false, failure });
});

test('errors that are not from GoTrue', async () => {
  expect(authFailureOf(new AuthRetryableFetchError('', 0))).toBe('unreachable');
  expect(await fail(new AuthRetryableFetchError('', 0))).toEqual({ ok: false, failure: 'unreachable' });
  expect(authFailureOf(new AuthSessionMissingError())).toBe('session_lost');
  expect(authFailureOf(new TypeError('a fault of ours'))).toBe('unexpected');
});

/** Codes of the server that are missing in the client's list. */
const NEWER = [
  'current_password_required',
  'current_password_invalid',
  'email_address_not_provided',
  'oauth_client_state_not_found',
  'oauth_client_state_expired',
  'oauth_invalid_state',
  'sso_provider_disabled',
  'web3_provider_disabled',
  'web3_unsupported_chain',
  'oauth_dynamic_client_registration_disabled',
  'oauth_client_not_found',
  'oauth_authorization_not_found',
  'oauth_consent_not_found',
  'unknown',
];

test('every documented code maps to a failure', () => {
  // A dependency of supabase-js, resolved from there.
  const auth = createRequire(import.meta.resolve('@supabase/supabase-js')).resolve('@supabase/auth-js');
  const list = auth.replace(/dist[\\/].*$/, 'dist/module/lib/error-codes.d.ts');
  const documented = [...readFileSync(list, 'utf8').matchAll(/'([a-z0-9_]+)'/g)].map(
    ([, code]) => code ?? '',
  );
  expect(documented.length).toBeGreaterThan(80);
  const unknown = [...documented, ...NEWER].filter((code) => failureOfCode(code) === undefined);
  expect(unknown).toEqual([]);
});
