import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decodeFrame, encodeFrame } from '#contract/frame.ts';
import { createDocumentLog } from '../../../../src/app/data/document-log.ts';

const rpc = vi.fn<(name: string) => { data: unknown; error: { message: string } | null; status: number }>();

vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getConfig: () => ({ supabaseUrl: 'http://api.test', publishableKey: 'pk' }),
  tokenFetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  getSupabase: () => ({ rpc: (name: string) => ({ abortSignal: () => Promise.resolve(rpc(name)) }) }),
}));
vi.mock('../../../../src/app/data/session.ts', () => ({
  getAccessToken: async () => 'token',
  getSessionState: () => ({ kind: 'signed-out' }),
  serverNow: () => new Date(Date.UTC(2026, 10, 25)),
}));

const reach = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', reach));
afterEach(() => {
  vi.unstubAllGlobals();
  reach.mockReset();
  rpc.mockReset();
});

const replyOf = (bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bytes, { headers: { 'Content-Type': 'application/octet-stream' } });

const documentId = '11111111-1111-4111-8111-111111111111';
const sessionId = '22222222-2222-4222-8222-222222222222';
const log = createDocumentLog();
const state = {
  role: 'editor',
  mayEdit: true,
  generation: 1,
  epoch: 2,
  schema: 1,
  chain: 'c'.repeat(32),
} as const;

test('loading returns the snapshot, then the rows with their bytes', async () => {
  const header = { ...state, head: 6, snapshotSeq: 5, rows: [[6, sessionId, 1, 'edit']] };
  reach.mockResolvedValue(replyOf(encodeFrame(header, [new Uint8Array([5]), new Uint8Array([6])])));
  await expect(log.load({ documentId, after: null })).resolves.toEqual({
    ok: true,
    value: {
      ...state,
      head: 6,
      snapshot: { seq: 5, bytes: new Uint8Array([5]) },
      rows: [{ seq: 6, sessionId, counter: 1, kind: 'edit', bytes: new Uint8Array([6]) }],
      latest: null,
    },
  });
});

test('a reply whose parts do not match its rows is an error', async () => {
  const header = { ...state, head: 6, snapshotSeq: null, rows: [[6, null, 0, 'seed']] };
  reach.mockResolvedValue(replyOf(encodeFrame(header, [])));
  const outcome = await log.load({ documentId, after: 5 });
  expect(outcome).toEqual({ ok: false, failure: { kind: 'unreachable' } });
});

test('an append is one frame, and saved only after a reply of success', async () => {
  const appended = { head: 7, chain: 'c'.repeat(32), acked: 2, epoch: 2 };
  reach.mockResolvedValue(new Response(JSON.stringify(appended)));
  const request = { documentId, sessionId, generation: 1, schema: 1, firstCounter: 1 };
  const updates = [new Uint8Array([1]), new Uint8Array([2])];
  const outcome = await log.append({ ...request, updates, leaving: true });
  expect(outcome).toEqual({ ok: true, value: appended });
  const frame = decodeFrame(reach.mock.calls[0]?.[1]?.body as Uint8Array);
  expect(frame).toEqual({ header: request, parts: updates });

  reach.mockResolvedValue(new Response('{}'));
  const odd = await log.append({ ...request, updates });
  expect(odd).toEqual({ ok: false, failure: { kind: 'unreachable' } });
});

test('refusals keep their code and the time to wait', async () => {
  const body = JSON.stringify({ error: { code: 'rate_limited' } });
  reach.mockResolvedValue(new Response(body, { status: 429, headers: { 'Retry-After': '2' } }));
  await expect(log.load({ documentId, after: 0 })).resolves.toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'rate_limited', retryAfterMs: 2000 },
  });
  rpc.mockReturnValue({ data: null, error: { message: 'gone' }, status: 410 });
  await expect(log.head({ documentId, sessionId, since: 0 })).resolves.toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'gone' },
  });
});

test("the head reply includes the document's weight", async () => {
  const head = {
    head: 3,
    chain: state.chain,
    rows: [],
    epoch: 2,
    generation: 1,
    role: 'editor',
    snapshot: { seq: 0, digest: '' },
  };
  rpc.mockReturnValue({ data: { ...head, weight: 1234 }, error: null, status: 200 });
  const weights: number[] = [];
  const outcome = await createDocumentLog((weight) => weights.push(weight)).head({
    documentId,
    sessionId,
    since: 3,
  });
  // An older server does not return the right to edit.
  expect(outcome).toEqual({ ok: true, value: { ...head, mayEdit: true } });
  expect(weights).toEqual([1234]);
});

test('no network is unreachable', async () => {
  rpc.mockReturnValue({ data: null, error: { message: 'TypeError: Failed to fetch' }, status: 0 });
  await expect(log.head({ documentId, sessionId, since: 0 })).resolves.toEqual({
    ok: false,
    failure: { kind: 'unreachable' },
  });
});

test('the roster has a color for every user', async () => {
  const row = {
    session_id: sessionId,
    client_id: 4_294_967_295,
    user_id: documentId,
    name: 'Jana',
    color: null,
    key: 'ab'.repeat(32),
  };
  rpc.mockReturnValue({ data: [row], error: null, status: 200 });
  await expect(log.roster(documentId, sessionId)).resolves.toMatchObject({
    ok: true,
    value: [
      {
        sessionId,
        clientId: 4_294_967_295,
        name: 'Jana',
        color: expect.stringMatching(/^#[0-9a-f]{6}$/),
        key: new Uint8Array(32).fill(0xab),
      },
    ],
  });
});
