/** The HTTP service of a mail provider in this process. It keeps a mail once for each idempotency key. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

export interface FakeMailService {
  readonly url: string;
  readonly requests: { readonly headers: Readonly<Record<string, unknown>>; readonly body: unknown }[];
  /** By idempotency key, the body that was accepted. */
  readonly accepted: Map<string, string>;
  /** By recipient: the replies to the next requests. The last one stays. */
  readonly replies: Map<string, Reply[]>;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const addressed = z.union([
  z.object({ to: z.tuple([z.string()]) }).transform(({ to }) => to[0]),
  z.object({ To: z.string() }).transform(({ To }) => To),
]);

export async function openFakeMailService(): Promise<FakeMailService> {
  const requests: FakeMailService['requests'] = [];
  const accepted: FakeMailService['accepted'] = new Map();
  const replies: FakeMailService['replies'] = new Map();

  const choose = (key: string, text: string): Reply => {
    const waiting = replies.get(addressed.parse(JSON.parse(text)));
    const set = waiting !== undefined && waiting.length > 1 ? waiting.shift() : waiting?.[0];
    if (set !== undefined) return set;
    const before = accepted.get(key);
    if (before !== undefined && before !== text)
      return { status: 409, body: { name: 'invalid_idempotent_request', message: 'another payload' } };
    accepted.set(key, text);
    return { status: 200, body: { id: key } };
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      requests.push({ headers: request.headers, body: JSON.parse(text) });
      const { status, body = {}, headers = {} } = choose(String(request.headers['idempotency-key']), text);
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`,
    requests,
    accepted,
    replies,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
