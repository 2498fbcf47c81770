import { z } from 'zod';
import type { Database } from './database.ts';
import type { Storage } from './storage.ts';

/** Paths by their bucket. */
const filesSchema = z.record(z.string(), z.array(z.string()));

/** Says how many of each bucket. What fails here, or is too much for one request, is told again the next time. */
export async function removeFiles(
  database: Database,
  storage: Storage,
  told: 'list_left_files' | 'list_files_to_remove',
): Promise<Readonly<Record<string, number>>> {
  const files = Object.entries(await database.call(told, {}, filesSchema));
  const removed = files.map(
    async ([bucket, paths]) => [bucket, await storage.remove(bucket, paths)] as const,
  );
  return Object.fromEntries(await Promise.all(removed));
}
