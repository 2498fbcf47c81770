/** Runs one sweep of the served project: its function `public.sweep`, and its edge functions `sweep-files` and `sweep-search`. */
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
  await call('sweep-files', callFunction, z.unknown());
  const functions = await database.query<{ has: boolean }>(
    "select to_regprocedure('public.documents_to_index(integer)') is not null as has",
  );
  if (functions.rows[0]?.has !== true) return;
  let left = Infinity;
  for (let calls = 0; calls < MOST_CALLS && left > 0; calls += 1) {
    const answer = await call('sweep-search', callFunction, searchShape);
    // Those that fail are left.
    if (answer.indexed === 0) break;
    left = answer.left;
  }
}

const searchShape = z.object({ indexed: z.number(), left: z.number() });

async function call<T>(name: string, callFunction: Swept['callFunction'], shape: z.ZodType<T>): Promise<T> {
  const reply = await callFunction(name);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${name} answered ${reply.status}: ${text.slice(0, 500)}`);
  return shape.parse(JSON.parse(text));
}
