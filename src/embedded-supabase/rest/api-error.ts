/**
 * The only error of the REST service. It is thrown, not returned, because a refusal must also roll back its transaction. Only
 * `create-rest.ts` catches it and makes the reply. Codes, messages and statuses are PostgREST's.
 */
export interface ApiErrorFields {
  readonly status: number;
  /** `PGRSTnnn` or an SQLSTATE. */
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly statusText?: string;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly statusText: string | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? null;
    this.hint = fields.hint ?? null;
    this.headers = fields.headers ?? {};
    this.statusText = fields.statusText;
  }
}

/** Codes that an outdated catalogue can cause: the request is retried once after a reload. */
const STALE = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704']);

export function mayBeStale(error: unknown): boolean {
  return error instanceof ApiError && STALE.has(error.code);
}
