import { z } from 'zod';
import { encodeHex } from '../contract/hex.ts';
import type { Database } from './database.ts';

const chosen = z.union([z.object({ clientId: z.number() }), z.object({ head: z.number() })]);

/** The client to write a restore under; or the head at which it was made before, and is still in effect. */
export type Chosen = z.output<typeof chosen>;

/**
 * The same restore is written under the same Yjs client id: two users who make it at once do not insert the old text twice.
 * `what` distinguishes restores of one document.
 */
export async function chooseClient(database: Database, documentId: string, what: string): Promise<Chosen> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(what)));
  return database.call('choose_client', { p_document: documentId, p_what: encodeHex(hash) }, chosen);
}
