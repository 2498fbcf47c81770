import type { Language } from '#contract/languages.ts';
import { timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

/** For mails about documents. No row but the caller's may be updated. Not sent again if the server cannot be reached. */
export async function keepOwnLanguage(language: Language): Promise<void> {
  await getSupabase()
    .from('profiles')
    .update({ language })
    .neq('language', language)
    .abortSignal(timeLimit());
}
