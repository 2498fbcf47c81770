import type { ErrorCode } from '../contract/errors.ts';

/** An expected failure on its way to the one place that turns it into a reply. `detail` is for developers. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  /** With `rate_limited`: when there is a point in asking again. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, detail?: string, retryAfterMs?: number) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}
