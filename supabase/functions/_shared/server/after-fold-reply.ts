/** Steps of the app after the reply of a fold. A host with documents of its own has its own file. */
import type { Database } from './database.ts';
import { indexComments } from './index-for-search.ts';
import { placeThreads } from './place-threads.ts';
import { removeUnusedImages } from './remove-unused-images.ts';
import type { Storage } from './storage.ts';

/** One step does not wait for another, nor does its failure end another. */
export async function afterFoldReply(
  database: Database,
  storage: Storage,
  documentId: string,
): Promise<void> {
  const steps = await Promise.allSettled([
    removeUnusedImages(database, storage, documentId),
    placeThreads(database, documentId),
    indexComments(database, documentId),
  ]);
  const reasons = steps.flatMap((step) => (step.status === 'rejected' ? [step.reason as unknown] : []));
  if (reasons.length > 0) throw new AggregateError(reasons, 'steps after a fold failed');
}
