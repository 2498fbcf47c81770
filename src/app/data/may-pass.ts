import type { ApiErrorCode } from './api-error.ts';

/** The same request may succeed later, without the user. */
export const MAY_PASS: ReadonlySet<ApiErrorCode> = new Set([
  'unreachable',
  'unexpected_reply',
  'unavailable',
  'internal',
  'rate_limited',
  'unauthenticated',
]);
