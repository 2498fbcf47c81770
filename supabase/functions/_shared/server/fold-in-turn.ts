import { z } from 'zod';
import type { Caller } from './caller.ts';
import type { Database } from './database.ts';
import { actor, foldDocument, storeFold } from './fold.ts';

/** Rows of one fold. Letters here and there in a large document take Yjs a second for so many bytes. */
const STEP_BYTES = 256 * 1024;

/**
 * Folds the log, or as much of it as fits into one go, unless somebody does already or has failed to lately: then it answers
 * null. The database counts the tries before they begin, because a function that is killed tells nobody.
 */
export async function foldInTurn(database: Database, caller: Caller, documentId: string) {
  const args = { ...actor(caller), p_document: documentId };
  const isMyTurn = await database.call('begin_fold', args, z.boolean());
  if (!isMyTurn) return null;
  const folded = await foldDocument(database, caller, documentId, STEP_BYTES);
  return storeFold(database, caller, documentId, folded, null);
}
