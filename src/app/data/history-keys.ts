/** The keys that this deployment signs and signed histories with: for everybody, also without an account. */
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { ApiError } from './api-error.ts';
import { timeLimit } from './ask-database.ts';
import { getConfig } from './supabase.ts';

export const historyKeysUrl = (): string =>
  new URL('functions/v1/history-keys', `${getConfig().supabaseUrl}/`).href;

export async function listHistoryKeys(signal: AbortSignal): Promise<ProofKey[]> {
  const { publishableKey: apikey } = getConfig();
  const limit = AbortSignal.any([signal, timeLimit()]);
  const response = await fetch(historyKeysUrl(), { headers: { apikey }, signal: limit }).catch(
    (cause: unknown) => {
      throw new ApiError({ code: 'unreachable', status: 0, cause });
    },
  );
  if (!response.ok) throw new ApiError({ code: 'unexpected_reply', status: response.status });
  return readKeys(await response.json());
}
