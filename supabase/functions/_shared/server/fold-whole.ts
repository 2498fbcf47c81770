import type { Caller } from './caller.ts';
import type { Database } from './database.ts';
import { foldDocument, type Folded } from './fold.ts';

const LOOKS = 5;
/** All waits together are longer than a page usually collects changes before an append. */
const BETWEEN_MS = 500;

/**
 * Folds the document as its authors see it. Pages show live changes before they are appended, so the log may contain a
 * change that depends on one still missing. Retries until it arrives, `LOOKS` times at most: its author may be gone.
 */
export async function foldWhole(database: Database, caller: Caller, documentId: string): Promise<Folded> {
  let folded = await foldDocument(database, caller, documentId);
  for (let looks = 1; folded.waits && looks < LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    folded = await foldDocument(database, caller, documentId);
  }
  return folded;
}
