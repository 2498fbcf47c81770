import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { encodeFrame } from '#contract/frame.ts';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { callFunction, callFunctionForFrame } from '../../../../src/app/data/call-function.ts';

vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getConfig: () => ({ supabaseUrl: 'http://api.test', publishableKey: 'pk' }),
  tokenFetch: (...request: Parameters<typeof fetch>) => fetch(...request),
}));
vi.mock('../../../../src/app/data/session.ts', () => ({
  getAccessToken: async () => 'token',
  serverNow: () => new Date(Date.UTC(2026, 10, 25)),
}));

const reach = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', reach));
afterEach(() => {
  vi.unstubAllGlobals();
  reach.mockReset();
});

const reply = z.object({ head: z.int() });
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
  return error;
}

test('sends JSON as the signed-in user', async () => {
  reach.mockResolvedValue(json({ head: 3 }));
  await expect(callFunction('save', { a: 1 }, reply)).resolves.toEqual({ head: 3 });
  const [url, init] = reach.mock.calls[0] ?? [];
  expect(url).toBe('http://api.test/functions/v1/save');
  expect(init?.headers).toMatchObject({
    apikey: 'pk',
    Authorization: 'Bearer token',
    'Content-Type': 'application/json',
  });
  expect(new TextDecoder().decode(init?.body as Uint8Array)).toBe('{"a":1}');
});

test('sends and returns bytes unchanged', async () => {
  const frame = encodeFrame({ head: 9 }, [new Uint8Array([1, 2])]);
  reach.mockResolvedValue(new Response(frame));
  const answer = await callFunctionForFrame('load', new Uint8Array([7]), reply);
  expect(answer.header).toEqual({ head: 9 });
  expect(answer.parts).toEqual([new Uint8Array([1, 2])]);
  expect(reach.mock.calls[0]?.[1]?.headers).toMatchObject({ 'Content-Type': 'application/octet-stream' });
});

test('a refusal has its code, its status and the time to wait', async () => {
  const headers = { 'Retry-After': '7' };
  reach.mockResolvedValue(json({ error: { code: 'rate_limited' } }, { status: 429, headers }));
  const error = await failure(callFunction('save', {}, reply));
  expect(error).toMatchObject({ code: 'rate_limited', status: 429, retryAfterMs: 7000 });
});

test("a Retry-After date is compared with the server's time", async () => {
  const headers = { 'Retry-After': 'Wed, 25 Nov 2026 00:00:09 GMT' };
  reach.mockResolvedValue(json({ error: { code: 'rate_limited' } }, { status: 429, headers }));
  expect(await failure(callFunction('save', {}, reply))).toMatchObject({ retryAfterMs: 9000 });
});

test.each([
  [401, 'unauthenticated'],
  [404, 'not_found'],
  [502, 'unavailable'],
  [500, 'internal'],
])('a %i without a contract code is classified by its status', async (status, code) => {
  reach.mockResolvedValue(new Response('<html>proxy</html>', { status }));
  expect(await failure(callFunction('save', {}, reply))).toMatchObject({ code, status });
});

test('no network or a truncated reply is unreachable', async () => {
  reach.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await failure(callFunction('save', {}, reply))).toMatchObject({ code: 'unreachable', status: 0 });
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
  reach.mockResolvedValueOnce(new Response(broken));
  expect(await failure(callFunction('save', {}, reply))).toMatchObject({ code: 'unreachable', status: 0 });
});

test.each(['[]', '{"head":"3"}', 'not json'])('a malformed reply is not a result: %s', async (body) => {
  reach.mockResolvedValue(new Response(body));
  expect(await failure(callFunction('save', {}, reply))).toMatchObject({ code: 'unexpected_reply' });
  reach.mockResolvedValue(new Response(body));
  expect(await failure(callFunctionForFrame('load', {}, reply))).toMatchObject({
    code: 'unexpected_reply',
  });
});

test('only a small request uses keepalive', async () => {
  reach.mockImplementation(async () => json({ head: 1 }));
  await callFunction('append', new Uint8Array(10), reply, { leaving: true });
  await callFunction('append', new Uint8Array(70_000), reply, { leaving: true });
  await callFunction('append', new Uint8Array(10), reply);
  expect(reach.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false, false]);
});
