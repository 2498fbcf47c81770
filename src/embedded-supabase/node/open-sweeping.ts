/** Runs the project's sweep, and sends its mails, on this machine's clock. */
import type { Answered } from './observe-requests.ts';
import type { OpenedDatabase } from './open-database.ts';
import { sweepProject } from '../sweep/sweep-project.ts';
import { sendDueMails, startMailing } from '../sweep/mailing.ts';
import { type After, startSweeping } from '../sweep/sweeping.ts';

interface SweepingSettings {
  readonly database: OpenedDatabase;
  /** URL of the gateway. */
  readonly url: string;
  readonly secretKey: string;
  /** Defaults to this machine's clock. */
  readonly after?: After | undefined;
  readonly report: (error: unknown) => void;
}

/** Does not keep the process alive. */
const later: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
};

export function openSweeping({ database, url, secretKey, report, after = later }: SweepingSettings) {
  const closing = new AbortController();
  const { signal } = closing;
  const callFunction = (name: string): Promise<Response> =>
    fetch(`${url}/functions/v1/${name}`, { method: 'POST', headers: { apikey: secretKey }, signal });
  const sweep = (): Promise<void> => sweepProject({ database, callFunction });
  const sendMails = (): Promise<void> => sendDueMails({ database, callFunction });
  const sweeping = startSweeping({ sweep, after, report });
  const mailing = startMailing({ send: sendMails, after, report });
  return {
    sweep,
    sendMails,
    /** Each call of a database function may have made a mail. */
    onAnswered: ({ method, route, status }: Answered): void => {
      if (method === 'POST' && route.startsWith('/rest/v1/rpc/') && status < 300) mailing.nudge();
    },
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.all([sweeping.stop(), mailing.stop()]);
    },
  };
}
