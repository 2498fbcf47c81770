/** Steps of the app after those of a fold. A host with documents of its own has its own file. */
import type * as Y from 'yjs';
import type { Database } from './database.ts';
import { saveFoldedTitle, titleOf } from './title.ts';

/** Values of the folded document that the steps need, read before it changes. */
export interface FoldNotes {
  readonly title: string;
}

export const noteFold = (doc: Y.Doc): FoldNotes => ({ title: titleOf(doc) });

interface StoredFold {
  readonly seq: number;
  readonly notes: FoldNotes;
  readonly poison: readonly number[];
}

/** Before the reply. */
export const afterFold = (database: Database, documentId: string, fold: StoredFold): Promise<void> =>
  saveFoldedTitle(database, documentId, { ...fold, ...fold.notes });
