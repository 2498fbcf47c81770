import { z } from 'zod';
import type { Database } from './database.ts';
import type { Storage } from './storage.ts';

/** Paths by their bucket. */
const filesSchema = z.record(z.string(), z.array(z.string()));

/** Files of erased documents and of people who have gone. What fails here is told again the next time. */
export async function removeLeftFiles(database: Database, storage: Storage): Promise<void> {
  const left = Object.entries(await database.call('list_left_files', {}, filesSchema));
  await Promise.all(left.map(([bucket, paths]) => storage.remove(bucket, paths)));
}
