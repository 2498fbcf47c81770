import { z } from 'zod';
import type { Database } from './database.ts';
import type { Storage } from './storage.ts';

/** Paths by bucket. */
const filesSchema = z.record(z.string(), z.array(z.string()));

/** Removes the listed files; returns their number by bucket. Failed files, and those beyond one request, stay listed. */
export async function removeFiles(
  database: Database,
  storage: Storage,
  list: 'list_left_files' | 'list_files_to_remove',
): Promise<Readonly<Record<string, number>>> {
  const files = Object.entries(await database.call(list, {}, filesSchema));
  const removed = files.map(
    async ([bucket, paths]) => [bucket, await storage.remove(bucket, paths)] as const,
  );
  return Object.fromEntries(await Promise.all(removed));
}
