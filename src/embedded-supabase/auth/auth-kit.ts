import type { AuthDeps } from './auth-deps.ts';
import type { AuthLimits } from './rate-limit.ts';

/** Passed to every route: the service's dependencies and the rate limits that all routes share. */
export interface AuthKit extends AuthDeps {
  readonly limits: AuthLimits;
}

/** Whether a new address counts as confirmed without an email (GoTrue, mailer autoconfirm). */
export function isAutoconfirmed(kit: AuthKit): boolean {
  return !kit.config.email.enable_confirmations;
}
