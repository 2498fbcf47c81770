/** Asks the authority that the operator named for time stamps (RFC 3161). It receives a hash, and nothing else. */
import { z } from 'zod';
import { encodeBase64 } from '../contract/proof/base64.ts';
import { MAX_STAMP_BYTES, type TimeStamp } from '../contract/proof/proof-file.ts';
import { readTimeStamp, readToken, tokenOfReply, writeStampRequest } from '../contract/proof/time-stamp.ts';
import { encodeHex } from '../contract/hex.ts';
import type { Env } from './env.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A person waits for the proof. */
const TIMEOUT_MS = 5000;
const REPLY_TYPE = 'application/timestamp-reply';

/** On this machine, an authority may be without TLS: one for tests. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
const authorityUrl = z
  .url()
  .transform((text) => new URL(text))
  .refine(
    ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname)),
  );

/** Throws an Error for operators. */
export function readAuthorityUrl(text: string): URL {
  const url = authorityUrl.safeParse(text);
  if (url.success) return url.data;
  throw new Error('TIME_STAMP_URL must be the address of a time stamp authority, which begins with https://');
}

/** Null when the authority gave none. */
export type Stamp = (statement: string) => Promise<TimeStamp | null>;

export interface StampEdges {
  readonly timeoutMs: number;
  readonly report: (message: string) => void;
}

const EDGES: StampEdges = {
  timeoutMs: TIMEOUT_MS,
  report: (message) => console.error(JSON.stringify({ level: 'error', message })),
};

/** Null when no authority is named. */
export function openAuthority({ timeStampUrl }: Pick<Env, 'timeStampUrl'>, edges = EDGES): Stamp | null {
  if (timeStampUrl === null) return null;
  const url = readAuthorityUrl(timeStampUrl);
  return async (statement) => {
    try {
      return await requestStamp(url, new TextEncoder().encode(statement), edges.timeoutMs);
    } catch (error) {
      // Whatever is the matter with the authority, the proof is given without.
      edges.report(`No time stamp from ${url.host}: ${String(error)}`);
      return null;
    }
  };
}

async function requestStamp(url: URL, bytes: Bytes, timeoutMs: number): Promise<TimeStamp> {
  const nonce = crypto.getRandomValues(new Uint8Array(8));
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const reply = await send(url, writeStampRequest(hash, nonce), timeoutMs);
  const token = tokenOfReply(reply);
  if (token === null) throw new Error('the authority refused, or sent something else');
  // An old token, sent again, would have an old time.
  if (readToken(token)?.nonce !== encodeHex(nonce)) throw new Error('the token answers another request');
  const stamp = await readTimeStamp(encodeBase64(token), bytes);
  if (stamp === null) throw new Error('the token is of something else');
  return stamp;
}

async function send(url: URL, body: Bytes, timeoutMs: number): Promise<Bytes> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: REPLY_TYPE },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const type = reply.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!reply.ok || type !== REPLY_TYPE) {
    await reply.body?.cancel();
    throw new Error(`status ${reply.status}, ${type ?? 'no content type'}`);
  }
  return readAtMost(reply, MAX_STAMP_BYTES);
}

async function readAtMost({ body }: Response, limit: number): Promise<Bytes> {
  const bytes = new Uint8Array(limit);
  let size = 0;
  for await (const chunk of body ?? []) {
    if (size + chunk.length > limit) throw new Error('the reply is too large');
    bytes.set(chunk, size);
    size += chunk.length;
  }
  return bytes.subarray(0, size);
}
