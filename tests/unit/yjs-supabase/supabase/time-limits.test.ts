import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSupabaseDocumentLog } from '../../../../src/yjs-supabase/src/supabase/document-log.ts';
import { createTimeLimits, QUICK_MS } from '../../../../src/yjs-supabase/src/supabase/time-limits.ts';
import type { Outcome } from '../../../../src/yjs-supabase/src/ports/document-log.ts';

const documentId = '11111111-1111-4111-8111-111111111111';
const sessionId = '22222222-2222-4222-8222-222222222222';
const unreachable = { ok: false, failure: { kind: 'unreachable' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A log on a line that swallows requests, or the bodies of replies. */
function logOnDeadLine(answer: 'nothing' | 'a head without a body') {
  const signals: AbortSignal[] = [];
  const client = createClient('http://api.test', 'pk', {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
    global: {
      fetch: (_, init) => {
        const signal = init!.signal!;
        signals.push(signal);
        if (answer !== 'nothing') return Promise.resolve(replyWithoutBody(signal));
        return new Promise((__, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        });
      },
    },
  });
  return { log: createSupabaseDocumentLog(client), signals };
}

function replyWithoutBody(signal: AbortSignal): Response {
  const body = new ReadableStream({
    start: (stream) => signal.addEventListener('abort', () => stream.error(new Error('aborted'))),
  });
  return new Response(body, { status: 500, headers: { 'Content-Type': 'application/json' } });
}

test.each(['nothing', 'a head without a body'] as const)(
  'every request that gets %s ends, and is aborted (S29)',
  async (answer) => {
    const { log, signals } = logOnDeadLine(answer);
    const append = { documentId, sessionId, generation: 1, schema: 1, firstCounter: 1, updates: [] };
    const requests = [
      log.openSession({ documentId, sessionId, clientId: 1, schema: 1 }),
      log.load({ documentId, after: null }),
      log.load({ documentId, after: 7 }),
      log.append(append),
      log.relay(append),
      log.head({ documentId, sessionId, since: 0 }),
      log.roster(documentId, sessionId),
      log.fold(documentId),
    ];
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(Promise.all(requests)).resolves.toEqual(requests.map(() => unreachable));
    expect(signals.map(({ aborted }) => aborted)).toEqual(requests.map(() => true));
  },
);

test('a request ends although its token never comes (S29)', async () => {
  const stuck = createClient('http://api.test', 'pk', {
    realtime: { transport: WebSocket as never },
    accessToken: () => new Promise(() => undefined),
  });
  const head = createSupabaseDocumentLog(stuck).head({ documentId, sessionId, since: 0 });
  await vi.advanceTimersByTimeAsync(QUICK_MS);
  await expect(head).resolves.toEqual(unreachable);
});

const quick = { name: 'head', shortestMs: QUICK_MS, bytes: 0 };
const never = (): Promise<Outcome<null>> => new Promise(() => undefined);
const answeredAfter = (delayMs: number) => (): Promise<Outcome<null>> =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ ok: true, value: null }), delayMs);
  });

type Limits = ReturnType<typeof createTimeLimits>;

/** The time until a swallowed request ends. */
async function timeOut(limits: Limits, request = quick): Promise<number> {
  const startedAtMs = Date.now();
  const ended = limits.run(request, never).then(() => Date.now() - startedAtMs);
  await vi.advanceTimersByTimeAsync(60_000);
  return ended;
}

async function reply(limits: Limits, delayMs: number, request = quick): Promise<void> {
  const ended = limits.run(request, answeredAfter(delayMs));
  await vi.advanceTimersByTimeAsync(delayMs + 1);
  await expect(ended).resolves.toMatchObject({ ok: true });
}

test('the limit doubles with each timeout in a row, up to 20 s (S29a)', async () => {
  const limits = createTimeLimits();
  expect([await timeOut(limits), await timeOut(limits), await timeOut(limits)]).toEqual([
    5000, 10_000, 20_000,
  ]);
  expect(await timeOut(limits)).toBe(20_000);
});

test('a reply ends older requests that have exceeded the shortest limit (S29b)', async () => {
  const limits = createTimeLimits();
  await timeOut(limits);
  await timeOut(limits);
  let isOver = false;
  void limits.run({ ...quick, name: 'append' }, never).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(7000);
  expect(isOver).toBe(false);
  await reply(limits, 100);
  expect(isOver).toBe(true);
  expect(await timeOut(limits)).toBe(5000);
});

test('a function that is slower than others gets longer limits, although these are answered (S29a)', async () => {
  const limits = createTimeLimits();
  const load = { ...quick, name: 'load' };
  const limitOfLoad = async (): Promise<number> => {
    const startedAtMs = Date.now();
    const ended = limits.run(load, never).then(() => Date.now() - startedAtMs);
    for (let at = 0; at < 25; at += 1) await reply(limits, 999);
    return ended;
  };
  expect([await limitOfLoad(), await limitOfLoad(), await limitOfLoad()]).toEqual([5000, 10_000, 20_000]);
});

test('requests that are answered slowly get longer limits (S29a)', async () => {
  const limits = createTimeLimits();
  await reply(limits, 3000);
  expect(await timeOut(limits)).toBe(20_000);
});

test('an upload gets time for its size (S29)', async () => {
  expect(await timeOut(createTimeLimits(), { ...quick, bytes: 64_000 })).toBe(9000);
});

test('a request that fails at once is no reply', async () => {
  const limits = createTimeLimits();
  await timeOut(limits);
  const failed = await limits.run<null>(quick, async () => ({ ok: false, failure: { kind: 'unreachable' } }));
  expect(failed).toEqual(unreachable);
  expect(await timeOut(limits)).toBe(10_000);
});
