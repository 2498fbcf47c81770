// @vitest-environment jsdom
/** An hour with a wrong or jumping clock: the unmodified client against a server with a separate clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type * as CallFunction from '../../../../src/app/data/call-function.ts';
import type * as SessionModule from '../../../../src/app/data/session.ts';
import type * as SupabaseModule from '../../../../src/app/data/supabase.ts';
import { openAuthServer, type AuthServer } from './auth-server.ts';

vi.mock('../../../../src/app/data/config.ts', () => ({
  readPageConfig: () => ({
    ok: true,
    config: { supabaseUrl: 'http://spolu.test', publishableKey: 'pk', realtimeEventsPerSecond: 100 },
  }),
}));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS = 20_000;

interface Page {
  readonly session: typeof SessionModule;
  readonly supabase: typeof SupabaseModule;
  readonly functions: typeof CallFunction;
  readonly close: () => void;
}

let server: AuthServer;
let page: Page;
let signOuts = 0;

async function openPage(): Promise<Page> {
  vi.resetModules();
  const session = await import('../../../../src/app/data/session.ts');
  const supabase = await import('../../../../src/app/data/supabase.ts');
  const functions = await import('../../../../src/app/data/call-function.ts');
  const stop = session.startSession();
  let wasSignedIn = false;
  session.subscribeSession(() => {
    const isSignedIn = session.getSessionState().kind === 'signed-in';
    if (wasSignedIn && !isSignedIn) signOuts += 1;
    wasSignedIn = isSignedIn;
  });
  await vi.waitFor(() => expect(session.getSessionState().kind).not.toBe('loading'));
  const close = (): void => {
    stop();
    void supabase.getSupabase().auth.dispose();
  };
  return { session, supabase, functions, close };
}

/** Sends the requests of a page with an open document: a query and a function call. */
async function askForSomething({ supabase, functions }: Page): Promise<void> {
  const [{ status }, reply] = await Promise.all([
    supabase.getSupabase().from('documents').select(),
    functions.callFunction('load-document', {}, z.object({ ok: z.boolean() })),
  ]);
  expect(status).toBe(200);
  expect(reply).toEqual({ ok: true });
}

async function signIn(): Promise<void> {
  page = await openPage();
  const { error } = await page.supabase
    .getSupabase()
    .auth.signInWithPassword({ email: 'ann@example.com', password: 'correct horse' });
  expect(error).toBeNull();
}

const jump = (byMs: number): void => void vi.setSystemTime(Date.now() + byMs);

/** Error of the app's estimate of the server's time. */
const mistakenMs = (): number => Math.abs(page.session.serverNow().getTime() - server.nowMs());

/** Uses the app for some minutes; `events` run at the given minutes. */
async function use(minutes: number, events: Readonly<Record<number, () => unknown>> = {}): Promise<void> {
  for (let atMs = 0; atMs < minutes * MINUTE_MS; atMs += STEP_MS) {
    if (atMs % MINUTE_MS === 0) await events[atMs / MINUTE_MS]?.();
    await askForSomething(page);
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
}

async function reload(): Promise<void> {
  page.close();
  page = await openPage();
}

beforeEach(() => {
  localStorage.clear();
  signOuts = 0;
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 12), shouldAdvanceTime: true });
  const [startMs, runningMs] = [Date.now(), performance.now()];
  server = openAuthServer(() => startMs + performance.now() - runningMs);
  vi.stubGlobal('fetch', server.fetch);
  // supabase-js warns about a second client on the same storage; reloading a page in this test creates one.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  page.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SKEWS: readonly (readonly [string, number])[] = [
  ['right', 0],
  ['20 minutes ahead', 20 * MINUTE_MS],
  ['30 minutes behind', -30 * MINUTE_MS],
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
  ['at 1970', -Date.UTC(2026, 10, 25)],
  ['14 minutes behind', -14 * MINUTE_MS],
  ['14 minutes ahead', 14 * MINUTE_MS],
];

test.each(SKEWS)('an hour of use with a clock that is %s', async (_what, skewMs) => {
  jump(skewMs);
  await signIn();
  await use(60, { 25: reload, 50: reload });
  expect(signOuts).toBe(0);
  expect(server.refreshes()).toBeLessThanOrEqual(6);
  expect(server.mostRefreshesOfOneToken()).toBeLessThanOrEqual(1);
  expect(server.refused()).toBe(0);
  expect(mistakenMs()).toBeLessThan(2000);
});

const JUMPS: readonly (readonly [string, Readonly<Record<number, number>>])[] = [
  ['ahead by an hour', { 7: HOUR_MS }],
  ['back by an hour', { 7: -HOUR_MS }],
  ['there and back', { 5: HOUR_MS, 9: -HOUR_MS, 21: -HOUR_MS, 40: HOUR_MS }],
  ['every ten minutes', { 10: HOUR_MS, 20: -HOUR_MS, 30: HOUR_MS, 40: -HOUR_MS, 50: HOUR_MS }],
  ['back by ten minutes, repeatedly', { 8: -6e5, 18: -6e5, 28: -6e5, 38: -6e5, 48: -6e5 }],
];

test.each(JUMPS)('an hour of use with a clock that jumps %s', async (_what, jumps) => {
  await signIn();
  await use(60, Object.fromEntries(Object.entries(jumps).map(([at, byMs]) => [at, () => jump(byMs)])));
  expect(signOuts).toBe(0);
  expect(server.refreshes()).toBeLessThanOrEqual(11);
  expect(server.mostRefreshesOfOneToken()).toBeLessThanOrEqual(1);
  expect(server.refused()).toBe(0);
  expect(mistakenMs()).toBeLessThan(2000);
});

test('a token that expired while the clock was set back costs one refusal and one refresh, without an error', async () => {
  await signIn();
  await use(1);
  page.close();
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  jump(-40 * MINUTE_MS);
  page = await openPage();
  const before = server.refreshes();
  await use(5);
  expect([signOuts, server.refreshes() - before]).toEqual([0, 1]);
  expect(server.refused()).toBeLessThanOrEqual(2);
});

const answerWith = (status: number) => (): Response => Response.json({ message: '' }, { status });

test.each([
  ['is busy', 429],
  ['fails', 500],
  ['waits for another request', 409],
  ['is restarting', 503],
])('a server that %s signs no user out', async (_what, status) => {
  await signIn();
  server.answerRefreshesWith(...Array.from({ length: 3 }, () => answerWith(status)));
  await use(20);
  expect(signOuts).toBe(0);
  expect(server.mostRefreshesOfOneToken()).toBe(1);
  expect(server.refused()).toBe(0);
});

test('a server that cannot refresh now is unreachable, and the user stays signed in', async () => {
  await signIn();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await page.supabase.getSupabase().auth.stopAutoRefresh();
  server.answerRefreshesWith(...Array.from({ length: 200 }, () => answerWith(503)));
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  const ask = page.functions.callFunction('load-document', {}, z.object({}));
  const failure = expect(ask).rejects.toMatchObject({ code: 'unreachable' });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await failure;
  expect(signOuts).toBe(0);
});

test('a session that the server has ended is rejected, without repeated requests', async () => {
  await signIn();
  server.endSession();
  for (let times = 0; times < 20; times += 1) {
    const ask = page.functions.callFunction('load-document', {}, z.object({}));
    await expect(ask).rejects.toMatchObject({ code: 'unauthenticated' });
    await vi.advanceTimersByTimeAsync(2000);
  }
  expect(server.refreshes()).toBe(1);
});
