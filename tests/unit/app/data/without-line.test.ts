// @vitest-environment jsdom
/** A session that expired while the server could not be reached, with the library's own client. */
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

const DAY_S = 86_400;
const KEY = 'sb-spolu-auth-token';

let server: AuthServer;
let hasLine = true;
let close = (): void => undefined;

async function openPage() {
  vi.resetModules();
  const session: typeof SessionModule = await import('../../../../src/app/data/session.ts');
  const supabase: typeof SupabaseModule = await import('../../../../src/app/data/supabase.ts');
  const functions: typeof CallFunction = await import('../../../../src/app/data/call-function.ts');
  const stop = session.startSession();
  close = (): void => {
    stop();
    void supabase.getSupabase().auth.dispose();
  };
  const kind = () => session.getSessionState().kind;
  const load = () => functions.callFunction('load-document', {}, z.object({ ok: z.boolean() }));
  const list = async () => (await supabase.getSupabase().rpc('list_my_documents')).status;
  return { session, supabase, kind, load, list };
}

/** Signed in once; the page is closed, and its token ended some seconds ago. */
async function leave(agoSeconds: number): Promise<void> {
  const page = await openPage();
  await page.supabase.getSupabase().auth.signInWithPassword({ email: 'ann@example.com', password: 'horse' });
  close();
  const stored = JSON.parse(localStorage.getItem(KEY) ?? '') as object;
  const expires_at = Math.floor(Date.now() / 1000) - agoSeconds;
  localStorage.setItem(KEY, JSON.stringify({ ...stored, expires_at }));
  // The same for the server.
  serverAheadMs = (900 + agoSeconds) * 1000;
}

let serverAheadMs = 0;
const soon = { timeout: 400, interval: 10 };

beforeEach(() => {
  localStorage.clear();
  hasLine = true;
  serverAheadMs = 0;
  server = openAuthServer(() => Date.now() + serverAheadMs);
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) =>
    hasLine ? server.fetch(...args) : Promise.reject(new TypeError('no line')),
  );
  // The library writes each failure.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['knows that it has no line', false, 8 * 3600],
  ['finds no server', true, 8 * 3600],
  ['finds no server, soon before the end of the token', true, -60],
])(
  'a page that %s uses the stored session at once',
  async (_how, onLine, agoSeconds) => {
    await leave(agoSeconds);
    hasLine = false;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    const page = await openPage();
    await vi.waitFor(() => expect(page.kind()).toBe('signed-in'), soon);
    await expect(page.load()).rejects.toMatchObject({ code: 'unreachable' });
    expect(await page.list()).toBe(0);
    expect(page.kind()).toBe('signed-in');
    expect(localStorage.getItem(KEY)).not.toBeNull();
  },
  3000,
);

test.each([
  ['the browser tells it', true],
  ['nothing tells it', false],
])(
  'when the line is back, and %s, the next request has a new token',
  async (_how, isTold) => {
    await leave(DAY_S);
    hasLine = false;
    const page = await openPage();
    await vi.waitFor(() => expect(page.kind()).toBe('signed-in'), soon);
    await expect(page.load()).rejects.toMatchObject({ code: 'unreachable' });
    hasLine = true;
    if (isTold) window.dispatchEvent(new Event('online'));
    expect(await Promise.all([page.list(), page.load()])).toEqual([200, { ok: true }]);
    expect(server.refreshes()).toBe(1);
    expect(Math.abs(page.session.serverNow().getTime() - server.nowMs())).toBeLessThan(2000);
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '') as { expires_at: number };
    expect(stored.expires_at * 1000).toBeGreaterThan(Date.now() + 600_000);
  },
  3000,
);

test('a session that the server has ended ends when the line is back', async () => {
  await leave(DAY_S);
  hasLine = false;
  const page = await openPage();
  await vi.waitFor(() => expect(page.kind()).toBe('signed-in'), soon);
  hasLine = true;
  server.endSession();
  await page.list();
  await vi.waitFor(() => expect(page.kind()).toBe('signed-out'), soon);
  expect(localStorage.getItem(KEY)).toBeNull();
}, 3000);
