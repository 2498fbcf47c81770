/** Steps of the app after those of a fold. A host with documents of its own has its own file. */
import type * as Y from 'yjs';
import type { Database } from './database.ts';
import { placeThreads } from './place-threads.ts';
import { removeUnusedImages } from './remove-unused-images.ts';
import type { Storage } from './storage.ts';
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

/** After the reply. One step does not wait for another, nor does its failure end another. */
export async function afterFoldReply(
  database: Database,
  storage: Storage,
  documentId: string,
): Promise<void> {
  const steps = await Promise.allSettled([
    removeUnusedImages(database, storage, documentId),
    placeThreads(database, documentId),
  ]);
  const reasons = steps.flatMap((step) => (step.status === 'rejected' ? [step.reason as unknown] : []));
  if (reasons.length > 0) throw new AggregateError(reasons, 'steps after a fold failed');
}
