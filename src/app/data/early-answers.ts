/**
 * Requests that were sent before the code that needs their answers was there: by `boot.js` while the first files load, and
 * for a document that is opened while its files load. Each answer is taken once, by the same request with the same token,
 * so that it is of the same user; after that, or later, the request is sent.
 */

interface Early {
  readonly url: string;
  readonly body: string;
  readonly authorization: string;
  readonly atMs: number;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    spoluEarly?: Early[];
  }
}

/** As long as the files of a page may take on a slow line. */
const USABLE_MS = 30_000;

const usable = (): Early[] => {
  const nowMs = Date.now();
  return (window.spoluEarly ?? []).filter(({ atMs }) => Math.abs(nowMs - atMs) < USABLE_MS);
};

/** Null when this was not asked. A failed request is sent again. */
export function takeEarly(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> | null {
  if ((window.spoluEarly ?? []).length === 0 || init.method !== 'POST') return null;
  const body = ArrayBuffer.isView(init.body) ? new TextDecoder().decode(init.body) : init.body;
  const url = input instanceof Request ? input.url : String(input);
  const authorization = new Headers(init.headers).get('Authorization');
  const all = usable();
  const found = all.find(
    (one) => one.url === url && one.body === body && one.authorization === authorization,
  );
  window.spoluEarly = all.filter((one) => one !== found);
  if (!found) return null;
  const answer = found.response.catch(() => fetch(input, init));
  return init.signal ? Promise.race([answer, rejectOn(init.signal)]) : answer;
}

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

interface Question {
  readonly url: string;
  readonly body: string;
  readonly token: string;
  readonly apikey: string;
}

/** Sends a request whose answer is needed soon, unless it is on its way. */
export function askEarly({ url, body, token, apikey }: Question): void {
  const all = usable();
  const authorization = `Bearer ${token}`;
  window.spoluEarly = all;
  if (all.some((one) => one.url === url && one.body === body && one.authorization === authorization)) return;
  const headers = { apikey, authorization, 'content-type': 'application/json' };
  const response = fetch(url, { method: 'POST', headers, body });
  // It is sent again when it is taken.
  response.catch(() => null);
  all.push({ url, body, authorization, atMs: Date.now(), response });
}
