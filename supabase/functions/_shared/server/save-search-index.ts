import { z } from 'zod';
import type { SearchIndex } from '../contract/search/index-text.ts';
import type { Database } from './database.ts';

/** Stores the index of a document at a seq; an older one takes no newer one's place. */
export async function saveSearchIndex(
  database: Database,
  documentId: string,
  seq: number,
  index: SearchIndex,
): Promise<void> {
  await database.call('save_search_index', { p_document: documentId, p_seq: seq, p_index: index }, z.null());
}
