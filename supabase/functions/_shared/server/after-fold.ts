/** Steps of the app after those of a fold. A host with documents of its own has its own file. */
import type * as Y from 'yjs';
import { indexText, type SearchIndex } from '../contract/search/index-text.ts';
import type { Database } from './database.ts';
import { saveSearchIndex } from './save-search-index.ts';
import { saveFoldedTitle, titleOf } from './title.ts';

/** Values of the folded document that the steps need, read before it changes. */
export interface FoldNotes {
  readonly title: string;
  /** Null for a text that cannot be indexed. */
  readonly index: SearchIndex | null;
}

export const noteFold = (doc: Y.Doc): FoldNotes => ({ title: titleOf(doc), index: indexFold(doc) });

/** A text that cannot be indexed must still be folded. */
function indexFold(doc: Y.Doc): SearchIndex | null {
  try {
    return indexText(doc);
  } catch (error) {
    console.error('indexing a fold failed', error);
    return null;
  }
}

interface StoredFold {
  readonly seq: number;
  readonly notes: FoldNotes;
  readonly poison: readonly number[];
}

/** Before the reply. */
export async function afterFold(database: Database, documentId: string, fold: StoredFold): Promise<void> {
  const { title, index } = fold.notes;
  await Promise.all([
    saveFoldedTitle(database, documentId, { ...fold, title }),
    // The sweep indexes it otherwise.
    index === null
      ? null
      : saveSearchIndex(database, documentId, fold.seq, index).catch((error: unknown) =>
          console.error(`saving the index of ${documentId} failed`, error),
        ),
  ]);
}
