import { askEarly } from './early-answers.ts';
import { getAccessToken } from './session.ts';
import { getConfig } from './supabase.ts';

/** Asks for a document's text while the code of its page loads. `boot.js` does the same when the app opens with it. */
export async function loadEarly(documentId: string): Promise<void> {
  const token = await getAccessToken().catch(() => null);
  const { supabaseUrl, publishableKey: apikey } = getConfig();
  const body = JSON.stringify({ documentId, after: null });
  if (token !== null) askEarly({ url: `${supabaseUrl}/functions/v1/load-document`, body, token, apikey });
}
