/** Files of documents, with the service key. Rows deleted by SQL would leave their files, and hosted projects refuse it. */
import { z } from 'zod';
import { serviceHeaders, type Env } from './env.ts';

export interface Storage {
  /** Says how many there were and are removed. */
  remove(bucket: string, paths: readonly string[]): Promise<number>;
}

const removedSchema = z.array(z.unknown());

/** The most that one request may name. */
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
