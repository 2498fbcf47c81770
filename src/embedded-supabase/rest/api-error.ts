/**
 * The one error of the REST service. It is thrown, not returned, because whatever refuses a request must also roll
 * back the transaction it happens in; `create-rest.ts` is the one place that catches it and makes the reply.
 * Codes, messages and statuses are PostgREST's.
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

/** Codes that a catalogue older than the database can cause: worth one reload and one more try. */
const STALE = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704']);

export function mayBeStale(error: unknown): boolean {
  return error instanceof ApiError && STALE.has(error.code);
}
