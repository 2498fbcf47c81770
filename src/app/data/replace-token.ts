/** Replaces an access token that has expired or that a server rejected. */
import { isAuthRetryableFetchError, type GoTrueClient } from '@supabase/auth-js';
import { UNREACHABLE } from './token-fetch.ts';

/**
 * Returns the library's token if it has already changed (by another tab or request), else a refreshed one. Null if the
 * server refuses to refresh. Rejects if the server is unreachable.
 */
export async function replaceToken(auth: GoTrueClient, refused: string | null): Promise<string | null> {
  const known = await auth.getSession();
  if (known.error && isAuthRetryableFetchError(known.error)) throw unreachable(known.error);
  const token = known.data.session?.access_token ?? null;
  if (token === null || token !== refused) return token;
  const { data, error } = await auth.refreshSession();
  if (error?.code === UNREACHABLE || isAuthRetryableFetchError(error)) throw unreachable(error);
  return data.session?.access_token ?? null;
}

/** The error type that `fetch` rejects with. */
const unreachable = (cause: unknown): TypeError => new TypeError('no new token', { cause });
