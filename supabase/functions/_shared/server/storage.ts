/**
 * Deletes stored files through the Storage API, with the service key. SQL deletes only their rows and leaves the files,
 * and hosted projects refuse it.
 */
import { z } from 'zod';
import { serviceHeaders, type Env } from './env.ts';

export interface Storage {
  /** Returns how many of the files existed and were removed. */
  remove(bucket: string, paths: readonly string[]): Promise<number>;
}

const removedSchema = z.array(z.unknown());

/** Limit of paths in one request. */
const MAX_REMOVED = 1000;

export const openStorage = (env: Env): Storage => ({
  remove: async (bucket, paths) => {
    const reply = await fetch(`${env.supabaseUrl}/storage/v1/object/${bucket}`, {
      method: 'DELETE',
      headers: { ...serviceHeaders(env), 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: paths.slice(0, MAX_REMOVED) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`storage answered ${reply.status}: ${text.slice(0, 500)}`);
    return removedSchema.parse(JSON.parse(text)).length;
  },
});
