import { z } from 'zod';
import type { Database } from './database.ts';
import type { Storage } from './storage.ts';

/** Images beyond the limit of one request are listed again, and removed, the next time. */
export async function removeUnusedImages(
  database: Database,
  storage: Storage,
  documentId: string,
): Promise<void> {
  const paths = await database.call('list_unused_images', { p_document: documentId }, z.array(z.string()));
  if (paths.length > 0) await storage.remove('document-images', paths);
}
