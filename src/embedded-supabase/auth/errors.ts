/** Refusals of the auth service: a closed set of codes (GoTrue's), converted into replies in one place. */

export type AuthErrorCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'conflict'
  | 'current_password_invalid'
  | 'current_password_required'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'email_provider_disabled'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_totp_verify_not_enabled'
  | 'mfa_verification_failed'
  | 'mfa_verification_rejected'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'otp_disabled'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'same_password'
  | 'saml_provider_disabled'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'unknown'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled';

export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** Thrown inside a request, which rolls its transaction back. `replyWithError` turns it into a reply. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: AuthErrorCode;
  /** Set only for `weak_password`. */
  readonly reasons: readonly WeakPasswordReason[] | undefined;

  constructor(
    status: number,
    code: AuthErrorCode,
    message: string,
    more: { readonly reasons?: readonly WeakPasswordReason[]; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = code;
    this.reasons = more.reasons;
  }
}

const API_VERSION_HEADER = 'X-Supabase-Api-Version';
const API_VERSION_2024 = '2024-01-01';

/**
 * The body depends on the version in the request (GoTrue, internal/api/errors.go): from 2024-01-01 on `{code, message}`
 * with the header echoed, before that `{code: status, error_code, msg}`.
 */
export function replyWithError(error: AuthError, request: Request): Response {
  const requested = request.headers.get(API_VERSION_HEADER) ?? '';
  const isNew = /^\d{4}-\d{2}-\d{2}$/.test(requested) && requested >= API_VERSION_2024;
  const headers = new Headers({ 'Content-Type': 'application/json', 'x-sb-error-code': error.code });
  if (isNew) headers.set(API_VERSION_HEADER, API_VERSION_2024);
  const weak = error.reasons === undefined ? {} : { weak_password: { reasons: error.reasons } };
  const body = isNew
    ? { code: error.code, message: error.message, ...weak }
    : { code: error.status, error_code: error.code, msg: error.message, ...errorId(error), ...weak };
  return new Response(JSON.stringify(body), { status: error.status, headers });
}

function errorId(error: AuthError): { error_id?: string } {
  return error.status >= 500 ? { error_id: crypto.randomUUID() } : {};
}
