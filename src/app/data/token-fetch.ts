/**
 * `fetch` for requests with a user's token. The device's clock may be wrong or change, and the library compares it with
 * the server's. So the expiry of a new session is rewritten in device time. After a rejected token the request is
 * repeated once with a new one, whatever the clock shows. A request without a signal is aborted by `timeLimit`: the
 * library's own requests have none, and all others wait for its refresh.
 */
import * as z from 'zod/mini';
import type { SteadyAuthClient } from './steady-auth-client.ts';

type Fetch = typeof fetch;

export interface TokenFetchPorts {
  readonly fetch: Fetch;
  /** The wall clock, in milliseconds, as the library reads it. */
  readonly wallMs: () => number;
  readonly timeLimit: () => AbortSignal;
  /** A token other than the rejected one, or null. Rejects if the server is unreachable. */
  readonly replaceToken: (refused: string) => Promise<string | null>;
  readonly line: () => Pick<SteadyAuthClient, 'answered' | 'cut'>;
}

/** The code with which the library hears at once that a session cannot be renewed now. */
export const UNREACHABLE = 'unreachable';

export function createTokenFetch({ fetch, wallMs, timeLimit, replaceToken, line }: TokenFetchPorts): Fetch {
  const reach: Fetch = async (input, init) => {
    const response = await fetch(input, init);
    line().answered();
    return response;
  };
  const renew: Fetch = async (input, init) => {
    try {
      return onlyRefusals(await reach(input, init));
    } catch (error) {
      if (!line().cut()) throw error;
      return Response.json({ error_code: UNREACHABLE, message: '' }, { status: 400 });
    }
  };
  return async (input, wanted) => {
    const init = { ...wanted, signal: wanted?.signal ?? timeLimit() };
    const url = input instanceof Request ? input.url : String(input);
    // The library refreshes tokens with these requests; waiting for a refresh here would deadlock.
    if (url.includes('/auth/v1/')) {
      const isRenewal = url.includes('/token?grant_type=refresh_token');
      const response = await (isRenewal ? renew : reach)(input, init);
      return response.ok ? inDeviceTime(response, wallMs()) : response;
    }
    const response = await reach(input, init);
    const headers = new Headers(init.headers);
    const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1];
    if (token === undefined || !(await refusesToken(response))) return response;
    const other = await replaceToken(token);
    if (other === null) return response;
    headers.set('Authorization', `Bearer ${other}`);
    return reach(input, { ...init, headers });
  };
}

/** Each service of Supabase has its own error text, and storage its own status. */
export const isTokenRefused = (status: number, text: string): boolean =>
  status === 401 ||
  ((status === 400 || status === 403) && /jwt expired|exp\\?" claim|InvalidJWT/i.test(text));

async function refusesToken(response: Response): Promise<boolean> {
  const { status } = response;
  const text = status === 400 || status === 403 ? await response.clone().text() : '';
  return isTokenRefused(status, text);
}

const sessionSchema = z.looseObject({ access_token: z.string(), expires_in: z.number() });

/** `expires_at` is in the server's time; `expires_in` is a duration, valid with any clock. */
async function inDeviceTime(response: Response, wallMs: number): Promise<Response> {
  if (response.headers.get('Content-Type')?.includes('json') !== true) return response;
  const body: unknown = await response.clone().json();
  const session = sessionSchema.safeParse(body);
  if (!session.success) return response;
  const expires_at = Math.floor(wallMs / 1000) + session.data.expires_in;
  return Response.json({ ...session.data, expires_at }, { status: response.status });
}

const REFUSALS = new Set([400, 401, 403, 404, 422]);

/**
 * The library signs the user out on any failure except 502 to 504. Other failures of a busy or broken server are not
 * refusals, so the library receives a 503 instead and retries later.
 */
const onlyRefusals = (response: Response): Response =>
  response.ok || REFUSALS.has(response.status)
    ? response
    : Response.json({ message: 'later' }, { status: 503 });
