/** Requests of a document log to its server. A port, with an implementation over a supabase-js client. */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { LogFailure, Outcome } from '../ports/document-log.ts';

/** No method rejects for an expected failure, as in `document-log.ts`. */
export interface LogRequests {
  /**
   * Calls an edge function with JSON or bytes. Resolves to the JSON of the reply, or to its bytes if its type is
   * `application/octet-stream`. `leaving`: the page may be closing.
   */
  readonly callFunction: (
    name: string,
    body: object | Uint8Array<ArrayBuffer>,
    options: RequestOptions & { readonly leaving?: boolean | undefined },
  ) => Promise<Outcome<unknown>>;
  readonly callDatabase: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: RequestOptions,
  ) => Promise<Outcome<unknown>>;
}

export interface RequestOptions {
  /** Aborted when the request has exceeded its time limit: the request, and the reading of its reply, must end then. */
  readonly signal: AbortSignal;
}

/** The part of a supabase-js client that is used, independent of its database types. */
export type RequestHost = Pick<SupabaseClient, 'functions' | 'rpc'>;

const UNREACHABLE: LogFailure = { kind: 'unreachable' };

export const requestsOf = (client: RequestHost): LogRequests => ({
  callFunction: async (name, body, { signal }) => {
    const sent = body instanceof Uint8Array ? exactBuffer(body) : body;
    const { data, error } = await client.functions.invoke<unknown>(name, { body: sent, signal });
    if (error !== null) return { ok: false, failure: await readFailure(error) };
    return { ok: true, value: isBlob(data) ? new Uint8Array(await data.arrayBuffer()) : data };
  },
  callDatabase: async (name, args, { signal }) => {
    const { data, error, status } = await client.rpc(name, args).abortSignal(signal);
    if (error === null) return { ok: true, value: data };
    return {
      ok: false,
      failure: status === 0 ? UNREACHABLE : { kind: 'refused', code: error.message },
    };
  },
});

const exactBuffer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

interface BlobLike {
  arrayBuffer(): Promise<ArrayBuffer>;
}

const isBlob = (value: unknown): value is BlobLike =>
  typeof value === 'object' && value !== null && 'arrayBuffer' in value;

interface Refusal {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/** A gateway that cannot reach the function, and a reply without a code, count as unreachable. */
async function readFailure(error: {
  readonly name?: string;
  readonly context?: unknown;
}): Promise<LogFailure> {
  if (error.name !== 'FunctionsHttpError') return UNREACHABLE;
  const reply = error.context as Refusal;
  const code = await reply.json().then(readCode, () => null);
  if (code === null) return UNREACHABLE;
  const seconds = Number(reply.headers.get('Retry-After') ?? Number.NaN);
  return { kind: 'refused', code, ...(seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {}) };
}

function readCode(body: unknown): string | null {
  const { error } = body as { readonly error?: { readonly code?: unknown } };
  return typeof error?.code === 'string' ? error.code : null;
}
