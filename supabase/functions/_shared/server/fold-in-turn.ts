import { z } from 'zod';
import { actor, type Caller } from './caller.ts';
import type { Database } from './database.ts';
import { foldDocument, storeFold } from './fold.ts';

/** Limit of rows per fold. Yjs takes a second for so many bytes of single characters scattered over a large document. */
export const STEP_BYTES = 256 * 1024;

/**
 * Folds the log, or its first `STEP_BYTES`. Returns null while another fold runs, or while retries back off after a failed
 * one. The database counts each attempt before it starts, because a killed function cannot report its failure.
 */
export async function foldInTurn(database: Database, caller: Caller, documentId: string) {
  const args = { ...actor(caller), p_document: documentId };
  const isMyTurn = await database.call('begin_fold', args, z.boolean());
  if (!isMyTurn) return null;
  const folded = await foldDocument(database, caller, documentId, STEP_BYTES);
  return storeFold(database, caller, documentId, folded, null);
}
