import type { ErrorCode } from '../contract/errors.ts';

/** An expected failure, which `refuse` turns into a reply. `detail` is for developers. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  /** With `rate_limited`: how long to wait before a retry. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, detail?: string, retryAfterMs?: number) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}
