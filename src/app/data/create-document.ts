/** Creates documents, also those that were begun without a line. */
import * as z from 'zod/mini';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { seedOf } from '#contract/seed.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { newId } from './new-id.ts';
import { signedInUserId } from './signed-in-user.ts';
import { getSupabase } from './supabase.ts';
import { dropAction, readCreation } from './waiting-actions.ts';

/** Creates an empty document in this language. Idempotent per key. */
export async function createDocument(language: string, key: string = newId()): Promise<string> {
  const reply = await askDatabase(
    getSupabase().rpc('create_document', { p_key: key, p_language: language }).abortSignal(timeLimit()),
    z.object({ id: z.uuid() }),
  );
  return reply.id;
}

/** Before anything is in its log. */
const NOTHING_LOGGED = { generation: 1, seq: 0, chain: '', role: 'owner', mayEdit: true } as const;

/** The text of a document that was begun on this device, without what was written into it; null for any other. */
export function readBegun(documentId: string) {
  const userId = signedInUserId();
  const creation = userId === null ? null : readCreation(userId, documentId);
  return creation && { ...NOTHING_LOGGED, schema: SCHEMA_MAJOR, state: seedOf(creation.language) };
}

/** Creates a document that waits for that on this device, or does nothing. */
export async function createKept(documentId: string): Promise<void> {
  const userId = signedInUserId();
  const creation = userId === null ? null : readCreation(userId, documentId);
  if (userId === null || !creation) return;
  await createDocument(creation.language, creation.key);
  dropAction(userId, creation);
}
