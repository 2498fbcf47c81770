import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSupabaseDocumentLog } from '../../../../src/yjs-supabase/src/supabase/document-log.ts';
import { encodeMessage } from '../../../../src/yjs-supabase/src/supabase/binary-message.ts';

const documentId = '11111111-1111-4111-8111-111111111111';
const sessionId = '22222222-2222-4222-8222-222222222222';

/** A log whose server replies to every request with this. */
function logOver(reply: () => Response) {
  const requests: Request[] = [];
  const client = createClient('http://api.test', 'pk', {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
    global: {
      fetch: (input, init) => {
        requests.push(new Request(input, init));
        return Promise.resolve().then(reply);
      },
    },
  });
  return { log: createSupabaseDocumentLog(client), requests };
}

const unreachable = { ok: false, failure: { kind: 'unreachable' } };
const append = { documentId, sessionId, generation: 1, schema: 1, firstCounter: 1 };

test('an append is sent as bytes, and exactly those', async () => {
  const appended = { head: 7, chain: 'c'.repeat(32), acked: 1, epoch: 2 };
  const { log, requests } = logOver(() => Response.json(appended));
  const part = new Uint8Array([0, 1, 2, 3]).subarray(1, 3);
  expect(await log.append({ ...append, updates: [part] })).toEqual({ ok: true, value: appended });
  expect(requests[0]?.url).toBe('http://api.test/functions/v1/append-updates');
  expect(requests[0]?.headers.get('Content-Type')).toBe('application/octet-stream');
  const sent = new Uint8Array(await requests[0]!.arrayBuffer());
  expect(sent).toEqual(encodeMessage({ header: append, parts: [part] }));
});

test('a loaded document comes as bytes', async () => {
  const header = {
    role: 'viewer',
    generation: 1,
    epoch: 1,
    schema: 1,
    head: 0,
    chain: 'c'.repeat(32),
    snapshotSeq: null,
    rows: [],
  };
  const { log } = logOver(
    () =>
      new Response(encodeMessage({ header, parts: [] }), {
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
  );
  expect(await log.load({ documentId, after: null })).toMatchObject({
    ok: true,
    value: { rows: [], snapshot: null },
  });
});

test.each([
  [
    'a code',
    () => Response.json({ error: { code: 'gone' } }, { status: 410 }),
    { kind: 'refused', code: 'gone' },
  ],
  [
    'a time to wait',
    () =>
      Response.json({ error: { code: 'rate_limited' } }, { status: 429, headers: { 'Retry-After': '2' } }),
    { kind: 'refused', code: 'rate_limited', retryAfterMs: 2000 },
  ],
])('a refusal keeps %s', async (_, reply, failure) => {
  expect(await logOver(reply).log.fold(documentId)).toEqual({ ok: false, failure });
});

test.each<[string, () => Response]>([
  [
    'no network',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
  ['a page of a proxy', () => new Response('<html>', { status: 502 })],
  ['a refusal without a code', () => Response.json({ message: 'no' }, { status: 500 })],
  ['a reply of another kind', () => Response.json({ head: 'seven' })],
])('%s is unreachable', async (_, reply) => {
  const { log } = logOver(reply);
  expect(await log.append({ ...append, updates: [] })).toEqual(unreachable);
  expect(await log.load({ documentId, after: 3 })).toEqual(unreachable);
});

test('the database refuses with a code as its message', async () => {
  const { log } = logOver(() => Response.json({ message: 'forbidden', code: 'PT403' }, { status: 403 }));
  expect(await log.head({ documentId, sessionId, since: 0 })).toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'forbidden' },
  });
  const { log: away } = logOver(() => {
    throw new TypeError('fetch failed');
  });
  expect(await away.head({ documentId, sessionId, since: 0 })).toEqual(unreachable);
});
