// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { copyImage, imageQuery, sendImage } from '../../../../src/app/data/private-files.ts';

vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getConfig: () => ({ supabaseUrl: 'http://api.test', publishableKey: 'pk' }),
  tokenFetch: (...request: Parameters<typeof fetch>) => fetch(...request),
}));
vi.mock('../../../../src/app/data/session.ts', () => ({
  getAccessToken: async () => 'token',
  getOtherToken: async (refused: string) => `other than ${refused}`,
}));

/** Replaces XMLHttpRequest, as far as it is used. */
class FakeRequest extends EventTarget {
  static last: FakeRequest | null = null;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  target = '';
  status = 0;
  responseText = '';
  open = (method: string, url: string): void => void (this.target = `${method} ${url}`);
  setRequestHeader = (name: string, value: string): void => void (this.headers[name] = value);
  send = (): void => void (FakeRequest.last = this);
  abort = (): void => void this.dispatchEvent(new Event('loadend'));
  answer(status: number, body = ''): void {
    Object.assign(this, { status, responseText: body });
    this.dispatchEvent(new Event('loadend'));
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  FakeRequest.last = null;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const IMAGE = { path: 'document/image.png', file: new Blob(['x']), type: 'image/png' };

async function start(signal = new AbortController().signal) {
  const progress: number[] = [];
  const done = sendImage(IMAGE, { signal, onProgress: (sent) => progress.push(sent) }).then(
    () => 'arrived',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
  await vi.waitFor(() => expect(FakeRequest.last).not.toBeNull());
  return { request: FakeRequest.last!, done, progress };
}

test('uploads to the bucket as the signed-in user and reports progress', async () => {
  const { request, done, progress } = await start();
  expect(request.target).toBe('POST http://api.test/storage/v1/object/document-images/document/image.png');
  expect(request.headers).toMatchObject({
    apikey: 'pk',
    Authorization: 'Bearer token',
    'Content-Type': 'image/png',
  });
  request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));
  expect(progress).toEqual([0.25]);
  request.answer(200, '{}');
  expect(await done).toBe('arrived');
});

test.each([
  [400, '{"statusCode":"403","error":"Unauthorized"}', 'forbidden'],
  [400, '{"statusCode":"403","error":"Unauthorized","message":"storage_full"}', 'storage_full'],
  [400, '{"statusCode":"413","error":"Payload too large"}', 'too_large'],
  [400, '{"statusCode":"409","error":"Duplicate"}', 'arrived'],
  [503, '<html>', 'unavailable'],
  [0, '', 'unreachable'],
])('reply %i %s: %s', async (status, body, outcome) => {
  const { request, done } = await start();
  request.answer(status, body);
  expect(await done).toBe(outcome);
});

const OLD_TOKEN =
  '{"statusCode":"403","error":"Unauthorized","message":"\\"exp\\" claim timestamp check failed"}';

test('a token that storage rejects is replaced once', async () => {
  const { request, done } = await start();
  request.answer(400, OLD_TOKEN);
  await vi.waitFor(() => expect(FakeRequest.last).not.toBe(request));
  expect(FakeRequest.last?.headers).toMatchObject({ Authorization: 'Bearer other than token' });
  FakeRequest.last?.answer(400, OLD_TOKEN);
  expect(await done).toBe('unauthenticated');
});

test('a stalled upload is aborted', async () => {
  const { done, request } = await (vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }), start());
  await vi.advanceTimersByTimeAsync(29_000);
  request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 2, total: 4 }));
  await vi.advanceTimersByTimeAsync(29_000);
  const settled = vi.fn<() => void>();
  void done.then(settled);
  await vi.advanceTimersByTimeAsync(500);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await done).toBe('unreachable');
});

test('cancelling aborts the request', async () => {
  const control = new AbortController();
  const { done } = await start(control.signal);
  control.abort();
  expect(await done).toBe('unreachable');
});

const ask = vi.fn<typeof fetch>();
const reply = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const outcomeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.catch((problem: unknown) => (problem instanceof ApiError ? problem.code : problem));

test.each([
  [200, { Key: 'document-images/b/2.png' }, undefined],
  [400, { statusCode: '404' }, 'not_found'],
  [400, { statusCode: '403' }, 'forbidden'],
  // An earlier attempt succeeded; only its reply was lost.
  [400, { statusCode: '409' }, undefined],
  [502, '', 'unavailable'],
])('a copy with the reply %i %j: %s', async (status, body, outcome) => {
  vi.stubGlobal('fetch', ask.mockResolvedValue(reply(status, body)));
  expect(await outcomeOf(copyImage('a/1.png', 'b/2.png'))).toBe(outcome);
  expect(ask).toHaveBeenCalledWith(
    'http://api.test/storage/v1/object/copy',
    expect.objectContaining({
      headers: { apikey: 'pk', Authorization: 'Bearer token', 'Content-Type': 'application/json' },
      body: '{"bucketId":"document-images","sourceKey":"a/1.png","destinationKey":"b/2.png"}',
    }),
  );
});

test('without a connection nothing is copied', async () => {
  vi.stubGlobal('fetch', ask.mockRejectedValue(new TypeError('Failed to fetch')));
  expect(await outcomeOf(copyImage('a/1.png', 'b/2.png'))).toBe('unreachable');
});

const load = () => outcomeOf(new QueryClient().fetchQuery(imageQuery('a/1.png')));

test("an image is loaded with the reader's token", async () => {
  vi.stubGlobal('fetch', ask.mockResolvedValue(new Response('pixels')));
  const image = await load();
  expect(await (image as Blob).text()).toBe('pixels');
  expect(ask).toHaveBeenCalledWith(
    'http://api.test/storage/v1/object/authenticated/document-images/a/1.png',
    expect.objectContaining({ headers: { apikey: 'pk', Authorization: 'Bearer token' } }),
  );
});

test.each([
  [400, { statusCode: '404' }, 'not_found'],
  [400, { statusCode: '403' }, 'forbidden'],
  [503, {}, 'unavailable'],
])('an image with the reply %i %j: %s', async (status, body, outcome) => {
  vi.stubGlobal('fetch', ask.mockResolvedValue(reply(status, body)));
  expect(await load()).toBe(outcome);
});

test('a truncated image is unreachable', async () => {
  const broken = new ReadableStream({ start: (control) => control.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', ask.mockResolvedValue(new Response(broken)));
  expect(await load()).toBe('unreachable');
});
