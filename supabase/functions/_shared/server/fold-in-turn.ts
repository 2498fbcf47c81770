import { z } from 'zod';
import { actor, type Caller } from './caller.ts';
import type { Database } from './database.ts';
import { foldDocument, storeFold } from './fold.ts';
import { Refusal } from './refusal.ts';

/** Limit of rows per fold. Yjs takes a second for this many bytes of single characters scattered over a large document. */
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

const TRIES = 6;
const PAUSE_MS = 500;

/**
 * Runs `write`. If it is refused because the document is full, folds the log and runs it again, as long as that makes room:
 * deleted text has weight until the log is folded.
 */
export async function whileFolding<Reply>(
  database: Database,
  caller: Caller,
  documentId: string,
  write: () => Promise<Reply>,
): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'document_full') || tries === TRIES) throw error;
      const stored = await foldInTurn(database, caller, documentId);
      if (stored?.advanced === false) throw error;
      // Another fold is under way.
      if (stored === null) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
