import type { Caller } from './caller.ts';
import type { Database } from './database.ts';
import { foldDocument, type Folded } from './fold.ts';

const LOOKS = 5;
/** All together longer than a page gathers words before it saves them. */
const BETWEEN_MS = 500;

/**
 * The document as those see it who write in it. Live words are seen before they are saved, and what somebody writes behind
 * them may be in the log first: it shows when they are there too. Nobody waits for long for words whose author is gone.
 */
export async function foldWhole(database: Database, caller: Caller, documentId: string): Promise<Folded> {
  let folded = await foldDocument(database, caller, documentId);
  for (let looks = 1; folded.waits && looks < LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    folded = await foldDocument(database, caller, documentId);
  }
  return folded;
}
