import type { AuthFailure } from '../data/auth.ts';

/** The field that shows a failure; `root` is the whole form. Type-checked to be complete. */
const FAILURE_FIELD: Record<AuthFailure, 'email' | 'password' | 'code' | 'currentPassword' | 'root'> = {
  invalid_credentials: 'root',
  email_not_confirmed: 'email',
  user_already_exists: 'email',
  email_address_invalid: 'email',
  email_address_not_authorized: 'email',
  weak_password: 'password',
  same_password: 'password',
  current_password_wrong: 'currentPassword',
  rate_limited: 'root',
  signup_disabled: 'root',
  user_banned: 'root',
  link_expired: 'root',
  code_invalid: 'code',
  session_lost: 'root',
  reauthentication_needed: 'root',
  second_factor_needed: 'root',
  second_factor_exists: 'root',
  captcha_failed: 'root',
  not_offered: 'root',
  not_allowed: 'root',
  managed_elsewhere: 'root',
  provider_failed: 'root',
  conflict: 'root',
  unreachable: 'root',
  unexpected: 'root',
};

/** The field that shows a failure, limited to the fields of this form. */
export function fieldOf<Field extends string>(
  failure: AuthFailure,
  fields: readonly Field[],
): Field | 'root' {
  return fields.find((field) => field === FAILURE_FIELD[failure]) ?? 'root';
}
