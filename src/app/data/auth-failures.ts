/** Maps the many error codes of GoTrue to the few failures that the app reports. */
import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';

export type AuthFailure =
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'user_already_exists'
  | 'email_address_invalid'
  | 'email_address_not_authorized'
  | 'weak_password'
  | 'same_password'
  | 'current_password_wrong'
  | 'rate_limited'
  | 'signup_disabled'
  | 'user_banned'
  | 'link_expired'
  | 'code_invalid'
  | 'session_lost'
  | 'reauthentication_needed'
  | 'second_factor_needed'
  | 'second_factor_exists'
  | 'captcha_failed'
  | 'not_offered'
  | 'not_allowed'
  | 'managed_elsewhere'
  | 'provider_failed'
  | 'conflict'
  | 'unreachable'
  | 'unexpected';

/** Every code of GoTrue (supabase/auth, internal/api/apierrors/errorcode.go), by failure. */
const CODES: Record<AuthFailure, string> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed phone_not_confirmed provider_email_needs_verification',
  user_already_exists: 'user_already_exists email_exists phone_exists identity_already_exists',
  email_address_invalid: 'email_address_invalid validation_failed email_address_not_provided',
  email_address_not_authorized: 'email_address_not_authorized',
  weak_password: 'weak_password',
  same_password: 'same_password',
  current_password_wrong: 'current_password_required current_password_invalid',
  rate_limited:
    'over_request_rate_limit over_email_send_rate_limit over_sms_send_rate_limit mfa_recovery_codes_locked',
  signup_disabled: 'signup_disabled email_provider_disabled',
  user_banned: 'user_banned',
  link_expired: 'otp_expired flow_state_not_found flow_state_expired bad_code_verifier invite_not_found',
  code_invalid:
    'reauthentication_not_valid reauth_nonce_missing mfa_verification_failed mfa_verification_rejected mfa_challenge_expired ' +
    'webauthn_challenge_expired',
  session_lost:
    'session_not_found session_expired refresh_token_not_found refresh_token_already_used bad_jwt no_authorization user_not_found',
  reauthentication_needed: 'reauthentication_needed',
  second_factor_needed: 'insufficient_aal',
  second_factor_exists: 'too_many_enrolled_mfa_factors mfa_factor_name_conflict mfa_verified_factor_exists',
  captcha_failed: 'captcha_failed',
  not_offered:
    'otp_disabled provider_disabled phone_provider_disabled anonymous_provider_disabled saml_provider_disabled sso_provider_disabled ' +
    'web3_provider_disabled web3_unsupported_chain manual_linking_disabled oauth_provider_not_supported ' +
    'oauth_dynamic_client_registration_disabled mfa_phone_enroll_not_enabled mfa_phone_verify_not_enabled ' +
    'mfa_totp_enroll_not_enabled mfa_totp_verify_not_enabled mfa_webauthn_enroll_not_enabled mfa_webauthn_verify_not_enabled ' +
    'mfa_recovery_codes_enroll_not_enabled mfa_recovery_codes_verify_not_enabled',
  not_allowed:
    'not_admin unexpected_audience single_identity_not_deletable email_conflict_identity_not_deletable mfa_recovery_codes_sole_factor',
  managed_elsewhere: 'user_sso_managed',
  provider_failed:
    'bad_oauth_state bad_oauth_callback oauth_client_state_not_found oauth_client_state_expired oauth_invalid_state ' +
    'oauth_client_not_found oauth_authorization_not_found oauth_consent_not_found saml_relay_state_not_found ' +
    'saml_relay_state_expired saml_idp_not_found saml_assertion_no_user_id saml_assertion_no_email saml_metadata_fetch_failed ' +
    'saml_idp_already_exists saml_entity_id_mismatch sso_provider_not_found sso_domain_already_exists sms_send_failed',
  conflict: 'conflict mfa_factor_not_found mfa_ip_address_mismatch identity_not_found',
  unreachable: 'request_timeout',
  unexpected:
    'unknown unexpected_failure bad_json hook_timeout hook_timeout_after_retry hook_payload_over_size_limit ' +
    'hook_payload_invalid_content_type',
};

const FAILURE_OF_CODE: ReadonlyMap<string, AuthFailure> = new Map(
  (Object.keys(CODES) as AuthFailure[]).flatMap((failure) =>
    CODES[failure].split(' ').map((code) => [code, failure] as const),
  ),
);

/** Undefined for a code that is newer than this app. */
export const failureOfCode = (code: string): AuthFailure | undefined => FAILURE_OF_CODE.get(code);

export function authFailureOf(error: unknown): AuthFailure {
  if (!isAuthError(error)) return 'unexpected';
  const named = failureOfCode(error.code ?? '');
  if (named) return named;
  if (error.name === 'AuthSessionMissingError') return 'session_lost';
  // The client uses this error for an unreachable network and for 502 to 504.
  if (isAuthRetryableFetchError(error)) return 'unreachable';
  return error.status === 429 ? 'rate_limited' : 'unexpected';
}
