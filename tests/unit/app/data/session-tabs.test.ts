// @vitest-environment jsdom
/** Two tabs of one browser, each with the unmodified client: a change of the session in one reaches both. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as SessionModule from '../../../../src/app/data/session.ts';
import { makeToken } from '../sessions.ts';

const tab = vi.hoisted(() => ({ open: (): unknown => undefined }));
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => tab.open(),
  getSessionKey: () => 'session',
}));

interface Tab {
  readonly session: typeof SessionModule;
  readonly client: SupabaseClient;
}

let tokens = 0;
let email = 'ann@example.com';
let lastsSeconds = 900;

/** The auth service, for one user's session. */
function answer(input: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(new Request(input).url);
  const user = {
    id: 'ann',
    email,
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '',
  };
  tokens += 1;
  const exp = Math.floor(Date.now() / 1000) + lastsSeconds;
  const session = {
    access_token: makeToken({ sub: 'ann', exp, tokens }),
    refresh_token: `r${tokens}`,
    token_type: 'bearer',
    expires_in: lastsSeconds,
    expires_at: exp,
    user,
  };
  if (pathname.endsWith('/logout')) return Promise.resolve(new Response(null, { status: 204 }));
  return Promise.resolve(Response.json(pathname.endsWith('/user') ? user : session));
}

const connect = (): SupabaseClient =>
  createClient('http://spolu.test', 'key', {
    global: { fetch: answer },
    realtime: { transport: WebSocket },
    auth: { flowType: 'implicit', autoRefreshToken: false, storageKey: 'spolu-tabs' },
  });

async function openTab(hash = ''): Promise<Tab> {
  history.replaceState(null, '', `/${hash}`);
  // Created lazily, as in the app: the constructor takes the session from the URL at once.
  let client: SupabaseClient | undefined;
  tab.open = () => (client ??= connect());
  vi.resetModules();
  const session = await import('../../../../src/app/data/session.ts');
  stops.push(session.startSession());
  await vi.waitFor(() => expect(session.getSessionState().kind).not.toBe('loading'));
  return { session, client: client! };
}

const stops: (() => void)[] = [];
const kindOf = ({ session }: Tab) => session.getSessionState().kind;

/** The tab's state of the signed-in user. */
function seen({ session }: Tab): { token: string; email: string | undefined; recovering: boolean } | null {
  const state = session.getSessionState();
  if (state.kind !== 'signed-in') return null;
  return {
    token: state.session.access_token,
    email: state.session.user.email,
    recovering: state.recovering,
  };
}

beforeEach(() => {
  localStorage.clear();
  email = 'ann@example.com';
  lastsSeconds = 900;
  // supabase-js warns about two clients on one storage, which is the point here.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
});

test('sign-in, refresh, change and sign-out in one tab apply to the other', async () => {
  const here = await openTab();
  const there = await openTab();
  expect([kindOf(here), kindOf(there)]).toEqual(['signed-out', 'signed-out']);

  await here.client.auth.signInWithPassword({ email, password: 'correct horse' });
  await vi.waitFor(() => expect(seen(here)?.email).toBe(email));
  await vi.waitFor(() => expect(seen(there)).toEqual(seen(here)));
  const before = seen(there)?.token;

  await here.client.auth.refreshSession();
  await vi.waitFor(() => expect(seen(there)?.token).not.toBe(before));
  expect(seen(there)).toEqual(seen(here));

  email = 'ann@new.example';
  await there.client.auth.updateUser({ email });
  await vi.waitFor(() => expect(seen(here)?.email).toBe('ann@new.example'));

  await there.client.auth.signOut();
  await vi.waitFor(() => expect([kindOf(here), kindOf(there)]).toEqual(['signed-out', 'signed-out']));
});

test('pages are notified of each change, in every tab, until they unsubscribe', async () => {
  const here = await openTab();
  const there = await openTab();
  const told: string[] = [];
  const stop = here.session.subscribeSession(() => told.push(`here ${kindOf(here)}`));
  there.session.subscribeSession(() => told.push(`there ${kindOf(there)}`));
  await here.client.auth.signInWithPassword({ email, password: 'correct horse' });
  await vi.waitFor(() => expect(new Set(told)).toEqual(new Set(['here signed-in', 'there signed-in'])));
  stop();
  told.length = 0;
  await there.client.auth.signOut();
  await vi.waitFor(() => expect(kindOf(here)).toBe('signed-out'));
  expect(new Set(told)).toEqual(new Set(['there signed-out']));
});

test.each([
  ['cached while it is valid', 900, 0],
  ['a new one when it is about to expire', 5, 1],
])('the token to send is %s', async (_which, seconds, refreshed) => {
  lastsSeconds = seconds;
  const here = await openTab();
  await here.client.auth.signInWithPassword({ email, password: 'correct horse' });
  await vi.waitFor(() => expect(kindOf(here)).toBe('signed-in'));
  const [before, asked] = [seen(here)?.token, tokens];
  lastsSeconds = 900;
  const token = await here.session.getAccessToken();
  expect(token === before).toBe(refreshed === 0);
  expect(tokens - asked).toBe(refreshed);
  expect(token).toBe(seen(here)?.token);
});

test('a recovery link requires a new password where it was opened, and signs in elsewhere', async () => {
  const there = await openTab();
  const exp = Math.floor(Date.now() / 1000) + 900;
  const link = new URLSearchParams({
    access_token: makeToken({ sub: 'ann', exp }),
    refresh_token: 'r',
    expires_in: '900',
    expires_at: String(exp),
    token_type: 'bearer',
    type: 'recovery',
  });
  const here = await openTab(`#${link}`);
  await vi.waitFor(() => expect(seen(here)?.recovering).toBe(true));
  await vi.waitFor(() => expect(seen(there)).toMatchObject({ recovering: false }));
  await here.client.auth.updateUser({ password: 'another good one' });
  await vi.waitFor(() => expect(seen(here)?.recovering).toBe(false));
});

test("a recovery by code or by a mail's button applies to this tab only", async () => {
  const there = await openTab('#token_hash=x&type=recovery');
  const here = await openTab();
  const signIn = () => here.client.auth.signInWithPassword({ email, password: 'stands for the code' });
  await here.session.recoverHere(signIn);
  await vi.waitFor(() => expect(seen(here)?.recovering).toBe(true));
  await vi.waitFor(() => expect(seen(there)).toMatchObject({ recovering: false }));
  await here.client.auth.refreshSession();
  expect(seen(here)?.recovering).toBe(true);
  await here.client.auth.updateUser({ password: 'another good one' });
  await vi.waitFor(() => expect(seen(here)?.recovering).toBe(false));
});

test('a failed recovery leaves no state', async () => {
  const here = await openTab();
  await expect(here.session.recoverHere(() => Promise.reject(new Error('no network')))).rejects.toThrow();
  await here.client.auth.signInWithPassword({ email, password: 'correct horse' });
  await vi.waitFor(() => expect(seen(here)).toMatchObject({ recovering: false }));
});
