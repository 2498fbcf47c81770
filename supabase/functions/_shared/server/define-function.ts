/**
 * The frame of every edge function that users call: CORS, the caller, a body checked for size and shape, and one conversion of
 * failures into replies.
 */
import { parseJson } from '../contract/parse-json.ts';
import { z } from 'zod';
import { ERROR_STATUS, type ErrorReply } from '../contract/errors.ts';
import { decodeFrame, measureFrame } from '../contract/frame.ts';
import { MAX_HEADER_BYTES } from '../contract/limits.ts';
import { createCallerReader, type Caller } from './caller.ts';
import { openDatabase, type Database } from './database.ts';
import { countValues } from './count-values.ts';
import { readEnv } from './env.ts';
import { Refusal } from './refusal.ts';
import { openStorage, type Storage } from './storage.ts';

export interface Call<Header> {
  readonly caller: Caller;
  readonly database: Database;
  readonly storage: Storage;
  readonly header: Header;
  /** Byte strings of a frame; empty when the body is JSON. */
  readonly parts: readonly Uint8Array[];
}

interface Definition<Header> {
  readonly request: z.core.$ZodType<Header>;
  readonly body: 'json' | 'frame';
  readonly maxBytes: number;
  /** Limit of values in a JSON body: a value takes two bytes there, and a hundred in memory. */
  readonly maxValues?: number;
  /** Limit of parts in a frame. */
  readonly maxParts?: number;
  /** Bytes are returned as octet-stream, everything else as JSON. */
  handle(call: Call<Header>): Promise<unknown>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-expose-headers': 'Retry-After',
  'access-control-max-age': '7200',
};

export function defineFunction<Header>(
  definition: Definition<Header>,
): (request: Request) => Promise<Response> {
  const env = readEnv();
  const readCaller = createCallerReader(env);
  const database = openDatabase(env);
  const storage = openStorage(env);
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    try {
      if (request.method !== 'POST') throw new Refusal('bad_request', 'POST only');
      const caller = await readCaller(request);
      const { header, parts } = await readBody(request, definition);
      return answer(await definition.handle({ caller, database, storage, header, parts }));
    } catch (error) {
      return refuse(error, request.headers.get('x-request-id'));
    }
  };
}

async function readBody<Header>(
  request: Request,
  definition: Definition<Header>,
): Promise<{ header: Header; parts: readonly Uint8Array[] }> {
  if (Number(request.headers.get('content-length') ?? 0) > definition.maxBytes)
    throw new Refusal('too_large');
  const bytes = new Uint8Array(await request.arrayBuffer());
  refuseLarge(bytes, definition);
  const frame = definition.body === 'frame' ? decodeFrame(bytes) : { header: parseJson(bytes), parts: [] };
  if (frame === null) throw new Refusal('bad_request', 'not a frame');
  const header = z.safeParse(definition.request, frame.header);
  if (!header.success) throw new Refusal('bad_request', describeIssue(header.error));
  return { header: header.data, parts: frame.parts };
}

/** Refuses a large body before it is decoded, because decoding can multiply its size. */
function refuseLarge(
  bytes: Uint8Array,
  { body, maxBytes, maxValues, maxParts = 0 }: Definition<unknown>,
): void {
  if (bytes.length > maxBytes) throw new Refusal('too_large');
  if (body === 'json') {
    if (maxValues !== undefined && countValues(bytes) > maxValues)
      throw new Refusal('too_large', 'too many values');
    return;
  }
  const size = measureFrame(bytes);
  if (size === null) throw new Refusal('bad_request', 'not a frame');
  if (size.headerBytes > MAX_HEADER_BYTES) throw new Refusal('too_large', 'header');
  if (size.parts > maxParts) throw new Refusal('too_large', 'too many updates');
}

/** The first issue only: a list of all of them can be many times as long as the request. */
function describeIssue({ issues: [issue] }: z.core.$ZodError): string {
  return issue === undefined ? 'invalid' : `${issue.path.join('.')}: ${issue.message}`;
}

export function answer(reply: unknown): Response {
  return reply instanceof Uint8Array
    ? new Response(reply as Uint8Array<ArrayBuffer>, {
        headers: { ...CORS, 'content-type': 'application/octet-stream' },
      })
    : Response.json(reply, { headers: CORS });
}

export function refuse(error: unknown, requestId: string | null): Response {
  const refusal = error instanceof Refusal ? error : new Refusal('internal');
  if (refusal !== error) report(error, requestId);
  const body: ErrorReply = {
    error: { code: refusal.code, ...(refusal.detail === undefined ? {} : { detail: refusal.detail }) },
  };
  const { retryAfterMs } = refusal;
  const wait: Record<string, string> =
    retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
  return Response.json(body, { status: ERROR_STATUS[refusal.code], headers: { ...CORS, ...wait } });
}

/**
 * Logs an unexpected error as one line of JSON. `requestId` is the gateway's id of the request, if it has one; it links the
 * line to those of the gateway.
 */
function report(error: unknown, requestId: string | null): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ level: 'error', message, requestId }));
}
