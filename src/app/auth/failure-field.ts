import type { AuthFailure } from '../data/auth.ts';

/** The field a failure is about; `root` is the form as a whole. A failure that is missing here does not compile. */
export const FAILURE_FIELD: Record<AuthFailure, 'email' | 'password' | 'root'> = {
  invalid_credentials: 'root',
  email_not_confirmed: 'email',
  user_already_exists: 'email',
  email_address_invalid: 'email',
  email_address_not_authorized: 'email',
  weak_password: 'password',
  same_password: 'password',
  rate_limited: 'root',
  signup_disabled: 'root',
  user_banned: 'root',
  link_expired: 'root',
  session_lost: 'root',
  reauthentication_needed: 'root',
  unreachable: 'root',
  unexpected: 'root',
};
