import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { newId } from './new-id.ts';
import { getSupabase } from './supabase.ts';

/** Creates an empty document in this language. Idempotent per key. */
export async function createDocument(language: string, key: string = newId()): Promise<string> {
  const reply = await askDatabase(
    getSupabase().rpc('create_document', { p_key: key, p_language: language }).abortSignal(timeLimit()),
    z.object({ id: z.uuid() }),
  );
  return reply.id;
}
