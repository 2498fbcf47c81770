/** A new token for one that a server refused, or that has ended by all this device knows. */
import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js';

/**
 * Answers with what the library has when that is another one already (a second tab, a request at the same time), else
 * asks for a new one; null when the server gives none. Rejects when it does not answer: that refuses nobody.
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
