/**
 * Every error code with which Spolu refuses a request. A closed set: the database raises these codes, the edge functions
 * return them, and the app has a message for each in every language.
 */
import * as z from 'zod/mini';

/** Code → HTTP status. The database raises `PT<status>` with the code as its message (PostgREST passes that on). */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  session_invalid: 403,
  not_found: 404,
  user_not_found: 404,
  generation_mismatch: 409,
  restore_in_progress: 409,
  text_changed: 409,
  already_member: 409,
  gone: 410,
  too_large: 413,
  document_full: 413,
  storage_full: 413,
  update_rejected: 422,
  counter_reused: 422,
  upgrade_required: 426,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const errorCodeSchema = z.enum(ERROR_CODES);

/** The body of every refusal; `detail` is for developers and never shown to users. */
export const errorReplySchema = z.object({
  error: z.object({ code: errorCodeSchema, detail: z.optional(z.string()) }),
});

export type ErrorReply = z.infer<typeof errorReplySchema>;
