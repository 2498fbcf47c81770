/** Runs one sweep of the served project: its function `public.sweep`, and for files its edge function `sweep-files`. */
import { z } from 'zod';
import type { Database } from '../db/database.ts';

export interface Swept {
  readonly database: Pick<Database, 'query'>;
  /** Calls an edge function with a secret key of the project. */
  readonly callFunction: (name: string) => Promise<Response>;
}

/** Each call sweeps a limited amount. Anything left after this many calls waits for the next sweep. */
const MOST_CALLS = 100;

const answerShape = z.object({ more: z.boolean() });

/** Throws when the database or the edge function fails. Does nothing in a project without `public.sweep`. */
export async function sweepProject({ database, callFunction }: Swept): Promise<void> {
  const { rows } = await database.query<{ has: boolean }>(
    "select to_regprocedure('public.sweep(integer)') is not null as has",
  );
  if (rows[0]?.has !== true) return;
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const swept = await database.query<{ answer: unknown }>('select public.sweep() as answer');
    if (!answerShape.parse(swept.rows[0]?.answer).more) break;
  }
  const reply = await callFunction('sweep-files');
  const text = await reply.text();
  if (!reply.ok) throw new Error(`sweep-files answered ${reply.status}: ${text.slice(0, 500)}`);
}
