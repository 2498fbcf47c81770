import { z } from 'zod';
import type { Database } from './database.ts';

/** 0 and 1 are the server's. */
const FEWEST = 2;
/** A restore that was undone may be made again, under the next id. */
const MOST_TRIES = 50;

const standing = z.nullable(z.object({ head: z.number().nullable() }));

/** The client to write a restore under; or the head at which it was made before, and is still in effect. */
export type Chosen = { readonly clientId: number } | { readonly head: number };

/**
 * The same restore is written under the same Yjs client id: two users who make it at once do not insert the old text twice.
 * `what` distinguishes restores of one document.
 */
export async function chooseClient(database: Database, documentId: string, what: string): Promise<Chosen> {
  for (let round = 0; round < MOST_TRIES; round += 1) {
    const clientId = await hashToClient(`${documentId} ${round} ${what}`);
    const found = await database.call(
      'restored_at',
      { p_document: documentId, p_client_id: clientId },
      standing,
    );
    if (found === null) return { clientId };
    if (found.head !== null) return { head: found.head };
  }
  throw new Error('a restore was undone too often');
}

async function hashToClient(text: string): Promise<number> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Math.max(FEWEST, new DataView(hash).getUint32(0));
}
