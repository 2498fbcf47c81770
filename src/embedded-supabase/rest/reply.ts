/** Builds HTTP replies from rows and errors. */
import { z } from 'zod';
import { parseJson } from '../text/parse-json.ts';
import { ApiError } from './api-error.ts';
import type { StatementRow } from './build-statement.ts';

export interface ReplyParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: string | Uint8Array | null;
}

const setHeaders = z.array(z.record(z.string(), z.string()));

/** Headers and status set from SQL override the usual ones. Throws PGRST111 or PGRST112 when they are invalid. */
export function makeReply(parts: ReplyParts, row: Pick<StatementRow, 'headers' | 'status'> | null): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(parts.headers)) if (value !== null) headers.set(name, value);
  for (const [name, value] of readHeaders(row?.headers ?? null)) headers.set(name, value);
  const status = readStatus(row?.status ?? null) ?? parts.status;
  const isBodyless = [204, 205, 304].includes(status);
  return new Response(isBodyless ? null : toBody(parts.body), { status, headers });
}

export function makeErrorReply(error: ApiError, method: string): Response {
  const body = { code: error.code, details: error.details, hint: error.hint, message: error.message };
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': `PostgREST; error=${encodeHeaderText(error.code)}`,
  });
  for (const [name, value] of Object.entries(error.headers)) {
    if (isHeaderName(name)) headers.set(name, encodeHeaderText(value));
  }
  const init = { status: Math.max(200, error.status), headers };
  const statusText = error.statusText === undefined ? {} : { statusText: encodeHeaderText(error.statusText) };
  const isBodyless = method === 'HEAD' || [204, 205, 304].includes(init.status);
  return new Response(isBodyless ? null : JSON.stringify(body), { ...init, ...statusText });
}

function toBody(body: string | Uint8Array | null): string | Uint8Array<ArrayBuffer> | null {
  return typeof body === 'string' || body === null ? body : Uint8Array.from(body);
}

function readHeaders(text: string | null): readonly (readonly [string, string])[] {
  if (text === null) return [];
  const parsed = setHeaders.safeParse(parseJson(text));
  const pairs = parsed.success ? parsed.data.flatMap((item) => Object.entries(item)) : null;
  if (pairs === null || !pairs.every(([name]) => isHeaderName(name))) {
    throw new ApiError({
      status: 500,
      code: 'PGRST111',
      message:
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    });
  }
  return pairs.map(([name, value]) => [name, encodeHeaderText(value)] as const);
}

function readStatus(text: string | null): number | null {
  if (text === null) return null;
  const status = /^\d{3}$/.test(text) ? Number(text) : 0;
  if (status >= 200 && status <= 599) return status;
  throw new ApiError({
    status: 500,
    code: 'PGRST112',
    message: 'response.status guc must be a valid status code',
  });
}

function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** A header cannot contain line breaks and, in `fetch`, nothing beyond Latin-1. */
function encodeHeaderText(value: string): string {
  return value.replaceAll(/[^\t\u0020-\u007E]/g, ' ');
}
