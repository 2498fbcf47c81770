/** The error of every request the app makes: a code from a closed set, not a sentence. */
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';

export type ApiErrorCode = ErrorCode | 'unreachable' | 'unexpected_reply';

interface Refusal {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor({ code, status, retryAfterMs, cause }: Refusal) {
    super(`${code} (${status})`, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return ERROR_CODES.some((code) => code === value);
}

export function isApiErrorCode(value: unknown): value is ApiErrorCode {
  return isErrorCode(value) || value === 'unreachable' || value === 'unexpected_reply';
}

/** The code to report for a failed request; anything but an ApiError is a bug of the app. */
export function errorCodeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'internal';
}

/** Whether the same request may succeed later. A missing right stays missing, and a deleted document deleted. */
export const mayRetry = (code: ApiErrorCode): boolean =>
  code !== 'forbidden' && code !== 'not_found' && code !== 'gone';

/** The code for a reply without a contract code: from a proxy, an expired token, a crash. */
export function codeOfStatus(status: number): ApiErrorCode {
  if (status === 0) return 'unreachable';
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 408) return 'unreachable';
  if (status === 410) return 'gone';
  if (status === 413) return 'too_large';
  if (status === 429) return 'rate_limited';
  if (status >= 502 && status <= 504) return 'unavailable';
  return status >= 500 ? 'internal' : 'bad_request';
}

/** Milliseconds of a Retry-After header, which holds seconds or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
