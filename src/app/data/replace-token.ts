/** Another access token for one that a server refused or that has expired. */
import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js';

/**
 * The library's token if it already is another one (a second tab, a request at the same time), else a refreshed one. Null
 * when the server refuses to refresh. Rejects when the server does not answer.
 */
export async function replaceToken(
  auth: SupabaseClient['auth'],
  refused: string | null,
): Promise<string | null> {
  const known = await auth.getSession();
  if (known.error && isAuthRetryableFetchError(known.error)) throw unreachable(known.error);
  const token = known.data.session?.access_token ?? null;
  if (token === null || token !== refused) return token;
  const { data, error } = await auth.refreshSession();
  if (error && isAuthRetryableFetchError(error)) throw unreachable(error);
  return data.session?.access_token ?? null;
}

/** As `fetch` rejects. */
const unreachable = (cause: Error): TypeError => new TypeError('no new token can be had now', { cause });
