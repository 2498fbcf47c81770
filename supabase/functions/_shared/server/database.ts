/** Calls database functions with the service key. Refusals of the database are thrown as `Refusal`. */
import { parseJson } from '../contract/parse-json.ts';
import { z } from 'zod';
import { errorCodeSchema, type ErrorCode } from '../contract/errors.ts';
import { encodeHex } from '../contract/hex.ts';
import { serviceHeaders, type Env } from './env.ts';
import { Refusal } from './refusal.ts';

export interface Database {
  call<T>(name: string, args: Readonly<Record<string, unknown>>, reply: z.core.$ZodType<T>): Promise<T>;
  /** For functions that return `bytea`. */
  callBytes(name: string, args: Readonly<Record<string, unknown>>): Promise<Uint8Array<ArrayBuffer>>;
}

export function openDatabase(env: Env): Database {
  const post = async (name: string, args: unknown, accept: string): Promise<Response> => {
    const reply = await reach(`${env.supabaseUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        ...serviceHeaders(env),
        'content-type': 'application/json',
        accept,
      },
      body: JSON.stringify(args),
    });
    if (!reply.ok) throw await readRefusal(name, reply);
    return reply;
  };
  return {
    call: async (name, args, schema) => {
      const reply = await post(name, args, 'application/json');
      const text = await reply.text();
      return z.parse(schema, text === '' ? null : JSON.parse(text));
    },
    callBytes: async (name, args) =>
      new Uint8Array(await (await post(name, args, 'application/octet-stream')).arrayBuffer()),
  };
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal('unavailable', error.message);
    throw error;
  }
}

const postgrestError = z.object({ code: z.string(), message: z.string(), details: z.string().nullish() });

async function readRefusal(name: string, reply: Response): Promise<Error> {
  const text = await reply.text();
  const body = postgrestError.safeParse(parseJson(text));
  if (body.success && body.data.code.startsWith('PT')) {
    const code = errorCodeSchema.safeParse(body.data.message);
    if (code.success) return toRefusal(code.data, body.data.details ?? undefined);
  }
  const what = `${name} answered ${reply.status}: ${text.slice(0, 500)}`;
  const code = body.success ? body.data.code : '';
  if (PASSING.test(code) || [502, 503, 504].includes(reply.status)) return new Refusal('unavailable', what);
  if (BAD_INPUT.test(code)) return new Refusal('bad_request', what);
  return new Error(what);
}

/** The detail of `rate_limited` is the number of milliseconds to wait. */
const toRefusal = (code: ErrorCode, detail: string | undefined): Refusal =>
  code === 'rate_limited' ? new Refusal(code, undefined, Number(detail)) : new Refusal(code, detail);

/** Transient: timeouts, locks, connections, serialization failures, a schema cache that is loading. */
const PASSING = /^(57|53|40|08|55P03|PGRST00)/;
const BAD_INPUT = /^(22|23514)/;

/** A `bytea` argument in JSON. */
export const hex = (bytes: Uint8Array): string => `\\x${encodeHex(bytes)}`;
