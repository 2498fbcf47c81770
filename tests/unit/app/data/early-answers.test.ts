// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askEarly, takeEarly } from '../../../../src/app/data/early-answers.ts';
import { runBoot } from '../../../support/run-boot.ts';

const URL_OF_LIST = `${location.origin}/rest/v1/rpc/list_my_documents`;
const DOCUMENT = '8d3b2a52-7d21-4fc5-9c2a-6f64e3a4b001';
const asked: string[] = [];
const answer = vi.fn<(url: string) => Promise<Response>>();
const realFetch = globalThis.fetch;

beforeEach(() => {
  asked.length = 0;
  answer.mockImplementation((url) => Promise.resolve(new Response(url)));
  globalThis.fetch = (input, init) => {
    asked.push(`${String(input)} ${String(init?.body)} ${new Headers(init?.headers).get('authorization')}`);
    return answer(String(input));
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
  delete window.spoluEarly;
  localStorage.clear();
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
});

function boot(path: string, secondsLeft = 3600): void {
  history.replaceState(null, '', path);
  const config = JSON.stringify({ supabaseUrl: '/', publishableKey: 'key' });
  document.body.innerHTML = `<script type="application/json" id="supabase-config">${config}</script>`;
  const session = { access_token: 'anna', expires_at: Date.now() / 1000 + secondsLeft };
  localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(session));
  runBoot();
}

const request = (token = 'anna', body: BodyInit = '{}'): RequestInit => ({
  method: 'POST',
  headers: { Authorization: `Bearer ${token}` },
  body,
});

test('the list is asked for before its code is there, and each answer is taken once', async () => {
  boot('/documents');
  expect(asked).toHaveLength(2);
  expect(asked[0]).toBe(`${URL_OF_LIST} {} Bearer anna`);
  expect(await (await takeEarly(URL_OF_LIST, request()))?.text()).toBe(URL_OF_LIST);
  expect(takeEarly(URL_OF_LIST, request())).toBeNull();
});

test('a document is asked for by the same body as later', async () => {
  boot(`/documents/${DOCUMENT}/history`);
  const url = `${location.origin}/functions/v1/load-document`;
  const body = JSON.stringify({ documentId: DOCUMENT, after: null });
  expect(asked).toEqual([`${url} ${body} Bearer anna`]);
  const bytes = new TextEncoder().encode(body);
  expect(await takeEarly(url, request('anna', bytes))).toBeInstanceOf(Response);
});

test.each(['/account', '/sign-in'])('%s asks for nothing', (path) => {
  boot(path);
  expect(asked).toEqual([]);
});

test('a token that has expired is not sent', () => {
  boot('/documents', 5);
  expect(asked).toEqual([]);
});

test('another user, or a renewed token, gets no answer of the first', () => {
  boot('/documents');
  expect(takeEarly(URL_OF_LIST, request('boris'))).toBeNull();
});

test('an old answer is not taken', () => {
  boot('/documents');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
  expect(takeEarly(URL_OF_LIST, request())).toBeNull();
  vi.restoreAllMocks();
});

test('a request that failed is sent again', async () => {
  answer.mockRejectedValueOnce(new TypeError('offline'));
  boot('/documents');
  expect(await (await takeEarly(URL_OF_LIST, request()))?.text()).toBe(URL_OF_LIST);
  expect(asked).toHaveLength(3);
});

test('a request that is ended ends', async () => {
  answer.mockReturnValue(new Promise(() => undefined));
  boot('/documents');
  const stop = new AbortController();
  const taken = takeEarly(URL_OF_LIST, { ...request(), signal: stop.signal });
  stop.abort(new Error('too late'));
  await expect(taken).rejects.toThrow('too late');
});

test('a question that is on its way is not asked twice', () => {
  const question = { url: URL_OF_LIST, body: '{}', token: 'anna', apikey: 'key' };
  askEarly(question);
  askEarly(question);
  askEarly({ ...question, token: 'boris' });
  expect(asked).toHaveLength(2);
});
