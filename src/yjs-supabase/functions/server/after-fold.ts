/** Steps of the host after those of a fold. */
import type * as Y from 'yjs';
import type { Database } from './database.ts';
import type { Storage } from './storage.ts';

/** Values of the folded document that the steps need. */
export type FoldNotes = null;

export const noteFold = (_doc: Y.Doc): FoldNotes => null;

interface StoredFold {
  readonly seq: number;
  readonly notes: FoldNotes;
  readonly poison: readonly number[];
}

/** Before the reply. */
export const afterFold = async (
  _database: Database,
  _documentId: string,
  _fold: StoredFold,
): Promise<void> => {};

/** After the reply. */
export const afterFoldReply = async (
  _database: Database,
  _storage: Storage,
  _documentId: string,
): Promise<void> => {};
