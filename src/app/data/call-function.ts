/** Calls an edge function as the signed-in user. Replies are checked; every failure is an ApiError. */
import { parseJson } from '#contract/parse-json.ts';
import { decodeFrame } from '#contract/frame.ts';
import { errorReplySchema } from '#contract/errors.ts';
import type * as z from 'zod/mini';
import { ApiError, codeOfStatus, readRetryAfter } from './api-error.ts';
import { getAccessToken, serverNow } from './session.ts';
import { getConfig, tokenFetch } from './supabase.ts';

const TIMEOUT_MS = 20_000;
/** Browsers limit the bodies of all pending keepalive requests to 64 KiB. */
const MAX_KEEPALIVE_BYTES = 60_000;

export interface CallOptions {
  /** The page may be closing: use `keepalive` if the body is small enough. */
  readonly leaving?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Objects are sent as JSON, bytes unchanged. */
export type FunctionBody = Uint8Array<ArrayBuffer> | object;

export async function callFunction<Schema extends z.ZodMiniType>(
  name: string,
  body: FunctionBody,
  replySchema: Schema,
  options: CallOptions = {},
): Promise<z.output<Schema>> {
  const response = await post(name, body, options);
  return check(replySchema, await readBody(response, () => response.json()), response.status);
}

/** For functions that reply with a frame: returns its checked header and its parts. */
export async function callFunctionForFrame<Schema extends z.ZodMiniType>(
  name: string,
  body: FunctionBody,
  headerSchema: Schema,
  options: CallOptions = {},
): Promise<{ header: z.output<Schema>; parts: readonly Uint8Array[] }> {
  const response = await post(name, body, options);
  const buffer = await readBody(response, () => response.arrayBuffer());
  const frame = buffer instanceof ArrayBuffer ? decodeFrame(new Uint8Array(buffer)) : null;
  if (!frame) throw new ApiError({ code: 'unexpected_reply', status: response.status });
  return { header: check(headerSchema, frame.header, response.status), parts: frame.parts };
}

/** Resolves to the JSON of the reply, or to its bytes if that is their type. */
export async function callFunctionForReply(
  name: string,
  body: FunctionBody,
  options: CallOptions = {},
): Promise<unknown> {
  const response = await post(name, body, options);
  const isBytes = response.headers.get('Content-Type') === 'application/octet-stream';
  return readBody(response, async () =>
    isBytes ? new Uint8Array(await response.arrayBuffer()) : ((await response.json()) as unknown),
  );
}

async function post(name: string, body: FunctionBody, options: CallOptions): Promise<Response> {
  const { supabaseUrl, publishableKey } = getConfig();
  const binary = body instanceof Uint8Array;
  const payload = binary ? body : new TextEncoder().encode(JSON.stringify(body));
  const token = await getAccessToken();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await reach(`${supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${token ?? publishableKey}`,
      'Content-Type': binary ? 'application/octet-stream' : 'application/json',
    },
    body: payload,
    keepalive: options.leaving === true && payload.length <= MAX_KEEPALIVE_BYTES,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  });
  if (!response.ok) throw await readRefusal(response);
  return response;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await tokenFetch(url, init);
  } catch (cause) {
    throw new ApiError({ code: 'unreachable', status: 0, cause });
  }
}

/** A connection can break or time out in the middle of a body. */
async function readBody(response: Response, read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read();
  } catch (cause) {
    const code = cause instanceof SyntaxError ? 'unexpected_reply' : 'unreachable';
    throw new ApiError({ code, status: code === 'unreachable' ? 0 : response.status, cause });
  }
}

async function readRefusal(response: Response): Promise<ApiError> {
  // A refusal with a truncated body is still a refusal, classified by its status.
  const text = await response.text().catch(() => '');
  const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), serverNow().getTime());
  const reply = errorReplySchema.safeParse(parseJson(text));
  const code = reply.success ? reply.data.error.code : codeOfStatus(response.status);
  return new ApiError({ code, status: response.status, retryAfterMs });
}

function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  status: number,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ApiError({ code: 'unexpected_reply', status, cause: parsed.error });
  return parsed.data;
}
