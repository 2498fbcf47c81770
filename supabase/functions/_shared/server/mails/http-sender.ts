/** Sends mails by the HTTP service of a provider, one call each. */
import { parseJson } from '../../contract/parse-json.ts';
import { checkMessage } from './check-message.ts';
import type { HttpStyle } from './http-styles.ts';
import type { MailSender, Outcome } from './mail-sender.ts';

const TIMEOUT_MS = 15_000;
/** Providers allow a few calls a second. A longer wait is the queue's. */
const LONGEST_WAIT_MS = 3000;
const PROBLEM_CHARS = 300;

interface HttpSenderOptions {
  readonly url: URL;
  readonly key: string;
  readonly style: HttpStyle;
  readonly wait?: (ms: number) => Promise<unknown>;
}

const sleep = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));

export function openHttpSender({ url, key, style, wait = sleep }: HttpSenderOptions): MailSender {
  const post = (id: string, body: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { ...style.headers(key), 'content-type': 'application/json', 'idempotency-key': id },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return {
    send: async (message) => {
      const checked = checkMessage(message);
      if ('outcome' in checked) return checked;
      const body = JSON.stringify(style.body(checked));
      try {
        const reply = await post(message.id, body);
        const waitMs = retryAfterMs(reply);
        if (waitMs === null) return await readOutcome(reply, style);
        await reply.body?.cancel();
        await wait(waitMs);
        return await readOutcome(await post(message.id, body), style);
      } catch (error) {
        // The provider could not be reached or did not answer in time.
        return { outcome: 'failed', problem: String(error).slice(0, PROBLEM_CHARS) };
      }
    },
    close: () => undefined,
  };
}

/** How long to wait before a second attempt; null when none is due. */
function retryAfterMs({ status, headers }: Response): number | null {
  if (status !== 429) return null;
  const ms = Number(headers.get('retry-after') ?? 1) * 1000;
  return ms <= LONGEST_WAIT_MS ? ms : null;
}

async function readOutcome(reply: Response, style: HttpStyle): Promise<Outcome> {
  const text = await reply.text();
  if (reply.ok) return { outcome: 'sent' };
  const body = parseJson(text);
  if (style.wasSent(reply.status, body)) return { outcome: 'sent' };
  const problem = `${reply.status} ${text.slice(0, PROBLEM_CHARS)}`;
  return { outcome: style.isRefusal(reply.status, body) ? 'refused' : 'failed', problem };
}
