/** Converts a PostgreSQL error into the reply that PostgREST would give. */
import { z } from 'zod';
import { DatabaseAwayError } from '../db/database.ts';
import { parseJson } from '../text/parse-json.ts';
import { ApiError } from './api-error.ts';

const pgErrorShape = z.object({
  code: z.string().length(5),
  message: z.string(),
  detail: z.string().optional(),
  hint: z.string().optional(),
});

const connectionErrorShape = z.object({
  code: z.enum(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']),
  message: z.string(),
});

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const raisedDetail = z.object({
  status: z.int().min(100).max(599),
  status_text: z.string().nullish(),
  headers: z.record(z.string(), z.string()),
});

/**
 * @param authenticated whether the caller's role is not `anon`: a missing privilege is then 403, else 401.
 *
 * @returns null when `error` did not come from the database, which is a bug.
 */
export function describeDatabaseError(error: unknown, authenticated: boolean): ApiError | null {
  if (error instanceof ApiError) return error;
  const pg = pgErrorShape.safeParse(error instanceof DatabaseAwayError ? error.cause : error);
  if (pg.success) return describePgError(pg.data, authenticated);
  const details =
    error instanceof DatabaseAwayError ? error.message : connectionErrorShape.safeParse(error).data?.message;
  if (details === undefined) return null;
  return new ApiError({
    status: 503,
    code: 'PGRST000',
    message: 'Database connection error. Retrying the connection.',
    details,
  });
}

function describePgError(pg: z.infer<typeof pgErrorShape>, authenticated: boolean): ApiError {
  if (pg.code === 'PGRST') return describeRaised(pg.message, pg.detail);
  const status = statusOf(pg.code, pg.message, authenticated);
  return new ApiError({
    status,
    code: pg.code,
    message: pg.message,
    details: pg.detail ?? null,
    hint: pg.hint ?? null,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  });
}

/** `RAISE SQLSTATE 'PGRST'`: message and detail are JSON that defines the whole reply. */
function describeRaised(message: string, detail: string | undefined): ApiError {
  const head = raisedMessage.safeParse(parseJson(message));
  if (!head.success) {
    return refuseRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const rest = raisedDetail.safeParse(detail === undefined ? undefined : parseJson(detail));
  if (!rest.success) {
    return refuseRaise(
      detail === undefined
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  return new ApiError({
    ...head.data,
    status: rest.data.status,
    headers: rest.data.headers,
    ...(rest.data.status_text ? { statusText: rest.data.status_text } : {}),
  });
}

function refuseRaise(details: string, hint: string): ApiError {
  const message = 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error';
  return new ApiError({ status: 500, code: 'PGRST121', message, details, hint });
}

const EXACT: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};
const BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf(code: string, message: string, authenticated: boolean): number {
  if (code === '42501') return authenticated ? 403 : 401;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401;
  if (code.startsWith('PT')) return readStatus(code.slice(2));
  return EXACT[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}

function readStatus(digits: string): number {
  const status = Number(digits);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
}
