/**
 * Sends the project's mails when they are due, as pg_cron does in a hosted project: a project with `public.mails_are_due` has an edge
 * function `send-mails`.
 */
import { z } from 'zod';
import type { Swept } from './sweep-project.ts';
import type { After } from './sweeping.ts';

const EVERY_MS = 15_000;
/** After a request that may have made one. */
const SOON_MS = 2000;
/** Wrong settings fail each time. */
const AFTER_FAILURE_MS = 300_000;

const dueSchema = z.tuple([z.object({ due: z.boolean() })]);

/** Throws when the database or the edge function fails. */
export async function sendDueMails({ database, callFunction }: Swept): Promise<void> {
  const { rows } = await database.query<{ has: boolean }>(
    "select to_regprocedure('public.mails_are_due()') is not null as has",
  );
  if (rows[0]?.has !== true) return;
  const asked = await database.query('select public.mails_are_due() as due');
  const [{ due }] = dueSchema.parse(asked.rows);
  if (!due) return;
  const reply = await callFunction('send-mails');
  const text = await reply.text();
  if (!reply.ok) throw new Error(`send-mails answered ${reply.status}: ${text.slice(0, 500)}`);
}

interface MailingDeps {
  readonly send: () => Promise<void>;
  readonly after: After;
  readonly report: (error: unknown) => void;
}

export interface Mailing {
  /** A mail may be due now. */
  nudge(): void;
  /** Settles when no run is going on; no further one starts. */
  stop(): Promise<void>;
}

export function startMailing({ send, after, report }: MailingDeps): Mailing {
  let running = Promise.resolve();
  let isSoon = false;
  let stopped = false;
  let callOff = after(EVERY_MS, run);

  function wait(ms: number): void {
    callOff();
    if (!stopped) callOff = after(ms, run);
  }

  function run(): void {
    isSoon = true;
    running = send().then(
      () => {
        isSoon = false;
        wait(EVERY_MS);
      },
      (error: unknown) => {
        if (!stopped)
          report(new Error('Mails were not sent; the next attempt is in five minutes.', { cause: error }));
        // Requests do not bring it forward.
        wait(AFTER_FAILURE_MS);
      },
    );
  }

  return {
    nudge: () => {
      if (isSoon || stopped) return;
      isSoon = true;
      wait(SOON_MS);
    },
    stop: async () => {
      stopped = true;
      callOff();
      await running;
    },
  };
}
