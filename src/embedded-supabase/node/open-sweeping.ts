/** The project's sweep on this machine's clock. */
import type { OpenedDatabase } from '../db/open-database.ts';
import { sweepProject } from '../sweep-project.ts';
import { startSweeping } from '../sweeping.ts';

interface SweepingSettings {
  readonly database: OpenedDatabase;
  /** Where the gateway is. */
  readonly url: string;
  readonly secretKey: string;
  readonly report: (error: unknown) => void;
}

export function openSweeping({ database, url, secretKey, report }: SweepingSettings) {
  const closing = new AbortController();
  const { signal } = closing;
  const callFunction = (name: string): Promise<Response> =>
    fetch(`${url}/functions/v1/${name}`, { method: 'POST', headers: { apikey: secretKey }, signal });
  const sweep = (): Promise<void> => sweepProject({ database, callFunction });
  const sweeping = startSweeping({ sweep, after: later, report });
  return {
    sweep,
    close: async (): Promise<void> => {
      closing.abort();
      await sweeping.stop();
    },
  };
}

/** Keeps no process up. */
function later(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}
