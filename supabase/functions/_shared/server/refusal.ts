import type { ErrorCode } from '../contract/errors.ts';

/** An expected failure on its way to the one place that turns it into a reply. `detail` is for developers. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;

  constructor(code: ErrorCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}
