// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { copyImage, sendImage } from '../../../../src/app/data/images.ts';

const { copy } = vi.hoisted(() => ({ copy: vi.fn<(from: string, to: string) => Promise<unknown>>() }));
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ storage: { from: () => ({ copy }) } }),
  getConfig: () => ({ supabaseUrl: 'http://api.test', publishableKey: 'pk' }),
}));
vi.mock('../../../../src/app/data/session.ts', () => ({ getAccessToken: async () => 'token' }));

/** What the page's own request would do, as far as it is used. */
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

test('goes to the bucket as the signed-in person and says how far it is', async () => {
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
  [400, '{"statusCode":"413","error":"Payload too large"}', 'too_large'],
  [400, '{"statusCode":"409","error":"Duplicate"}', 'arrived'],
  [503, '<html>', 'unavailable'],
  [0, '', 'unreachable'],
])('answer %i %s: %s', async (status, body, outcome) => {
  const { request, done } = await start();
  request.answer(status, body);
  expect(await done).toBe(outcome);
});

test('an upload that stands still is given up', async () => {
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

test('cancelling ends the request', async () => {
  const control = new AbortController();
  const { done } = await start(control.signal);
  control.abort();
  expect(await done).toBe('unreachable');
});

test.each([
  [null, 'done'],
  [{ status: 400, statusCode: '404' }, 'not_found'],
  [{ status: 400, statusCode: '403' }, 'forbidden'],
  // An earlier attempt arrived, and only its answer was lost.
  [{ status: 400, statusCode: '409' }, 'done'],
  [{ status: undefined, statusCode: undefined }, 'unreachable'],
])('a copy that storage answers with %j: %s', async (error, outcome) => {
  copy.mockResolvedValue({ data: null, error });
  const done = copyImage('a/1.png', 'b/2.png').then(
    () => 'done',
    (problem: unknown) => (problem instanceof ApiError ? problem.code : problem),
  );
  expect(await done).toBe(outcome);
  expect(copy).toHaveBeenCalledWith('a/1.png', 'b/2.png');
});
