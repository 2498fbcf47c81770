import type { AuthDeps } from './auth-deps.ts';
import type { AuthLimits } from './rate-limit.ts';

/** What every route works with: the service's dependencies and the buckets that all routes share. */
export interface AuthKit extends AuthDeps {
  readonly limits: AuthLimits;
}

/** Whether a new address counts as confirmed without a mail (GoTrue, mailer autoconfirm). */
export function isAutoconfirmed(kit: AuthKit): boolean {
  return !kit.config.email.enable_confirmations;
}
