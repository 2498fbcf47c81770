// @vitest-environment jsdom
/** The target of mail links, with the unmodified client of supabase-js against a small auth service. @alone */
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSessionState, startSession } from '../../../../src/app/data/session.ts';
import { Component } from '../../../../src/app/pages/confirm-page.tsx';
import { renderInApp } from '../render-in-app.tsx';
import { makeToken } from '../sessions.ts';

const store = vi.hoisted(() => ({ client: (): unknown => undefined }));
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => store.client(),
  getSessionKey: () => 'session',
  getConfig: () => ({ supabaseUrl: 'http://spolu.test', publishableKey: 'key', eventsPerSecond: 100 }),
}));
const settle = vi.fn<() => Promise<number>>();
vi.mock('../../../../src/app/room/leave-device.ts', () => ({
  settleDevice: () => settle(),
  clearDevice: () => Promise.resolve(true),
}));

/** Maps `tokenHash` to an address; used links are removed. */
let links: Map<string, string>;
let asked: { path: string; body: unknown }[];
/** Requests to these paths fail like without a network. */
let broken: Set<string>;

const userOf = (email: string) => ({
  id: email,
  email,
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '',
});
function sessionOf(email: string) {
  const exp = Math.floor(Date.now() / 1000) + 900;
  // The client parses the token and requires a plausible signature.
  const access_token = `${makeToken({ sub: email, exp })}xxx`;
  return {
    access_token,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: exp,
    user: userOf(email),
  };
}

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const path = new URL(request.url).pathname.replace('/auth/v1', '');
  const text = await request.text();
  const body: { token_hash?: string } = text === '' ? {} : JSON.parse(text);
  asked.push({ path: `${request.method} ${path}`, body });
  if (broken.has(path)) throw new TypeError('Failed to fetch');
  if (path === '/logout') return new Response(null, { status: 204 });
  const bearer = request.headers.get('Authorization')?.split('.')[1];
  if (path === '/user') return Response.json(userOf(JSON.parse(atob(bearer ?? '')).sub));
  const email = links.get(body.token_hash ?? '');
  links.delete(body.token_hash ?? '');
  if (email === undefined)
    return Response.json(
      { code: 403, error_code: 'otp_expired', msg: 'Email link is invalid or has expired' },
      { status: 403 },
    );
  if (email === 'half')
    return Response.json({ msg: 'Please proceed to confirm link sent to the other email', code: '200' });
  return Response.json(sessionOf(email));
}

let stop: () => void;
beforeEach(async () => {
  localStorage.clear();
  links = new Map([['abc', 'ann@x.test']]);
  asked = [];
  broken = new Set();
  settle.mockReset().mockResolvedValue(0);
  vi.stubGlobal('fetch', answer);
  // supabase-js logs that several clients exist, which tests create, and that there is no network.
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue(undefined);
  const client = createClient('http://spolu.test', 'key', {
    global: { fetch: answer },
    auth: { flowType: 'implicit', autoRefreshToken: false },
  });
  store.client = () => client;
  stop = startSession();
  await vi.waitFor(() => expect(getSessionState().kind).toBe('signed-out'));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (type: string, more: Record<string, string> = {}) => {
  const fields = {
    token_hash: 'abc',
    type,
    email: 'ann@x.test',
    next: 'https://spolu.test/documents/1',
    ...more,
  };
  return renderInApp(<Component />, { path: `/confirm#${new URLSearchParams(fields)}` });
};
const signInAs = async (email: string): Promise<void> => {
  const client = store.client() as ReturnType<typeof createClient>;
  await act(async () => {
    await client.auth.setSession(sessionOf(email));
  });
  asked = [];
};
const whoIsIn = (): string | undefined => {
  const state = getSessionState();
  return state.kind === 'signed-in' ? state.session.user.email : undefined;
};

test.each([
  ['signup', 'Confirm your email address', 'Confirm address', '/documents/1'],
  ['invite', 'Accept the invitation', 'Accept invitation', '/documents/1'],
  ['magiclink', 'Sign in', 'Sign in', '/documents/1'],
  ['email', 'Sign in', 'Sign in', '/documents/1'],
  ['recovery', 'Reset your password', 'Choose a new password', '/reset-password'],
  ['email_change', 'Confirm your new email address', 'Confirm change', '/documents/1'],
])(
  'a link of type %s shows its action, runs it once when the button is clicked, and continues',
  async (type, title, label, to) => {
    const { at } = open(type, { new_email: 'new@x.test' });
    const button = await screen.findByRole('button', { name: label });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByText(/ann@x\.test/)).toBeTruthy();
    expect(at(), 'the token is not in the URL').toBe('/confirm');
    expect(asked, 'opening the page sends no request').toEqual([]);
    await userEvent.dblClick(button);
    await vi.waitFor(() => expect(at()).toBe(to));
    const verified = asked.filter(({ path }) => path === 'POST /verify');
    expect(verified.map(({ body }) => body)).toEqual([expect.objectContaining({ token_hash: 'abc', type })]);
    expect(whoIsIn()).toBe('ann@x.test');
    expect(getSessionState()).toMatchObject({ recovering: type === 'recovery' });
  },
);

test('half a change shows that the other address must confirm too', async () => {
  links.set('abc', 'half');
  open('email_change', { new_email: 'new@x.test' });
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm change' }));
  expect((await screen.findByRole('alert')).textContent).toContain('the other address');
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/sign-in');
  expect(whoIsIn()).toBeUndefined();
});

test.each([
  ['recovery', '/forgot-password'],
  ['magiclink', '/sign-in/by-mail'],
  ['email_change', '/account'],
])('a used link of type %s is reported, with a link to request another', async (type, href) => {
  links.clear();
  open(type);
  await userEvent.click(await screen.findByRole('button', { name: /^(Choose|Sign in|Confirm)/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(href);
});

test('a link that was used in this browser continues if its user is signed in', async () => {
  links.clear();
  await signInAs('ann@x.test');
  open('magiclink');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toContain('already signed in as ann@x.test');
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/documents/1');
});

test('without a network nothing is lost: the same button retries', async () => {
  broken.add('/verify');
  const { at } = open('magiclink');
  const button = await screen.findByRole('button', { name: 'Sign in' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server');
  broken.clear();
  // Fails after the link is used up; the retry must not verify it again.
  broken.add('/user');
  await userEvent.click(button);
  await vi.waitFor(() => expect(asked.at(-1)?.path).toBe('GET /user'));
  broken.clear();
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await userEvent.click(button);
  await vi.waitFor(() => expect(at()).toBe('/documents/1'));
  expect(asked.filter(({ path }) => path === 'POST /verify')).toHaveLength(2);
  expect(whoIsIn()).toBe('ann@x.test');
});

test.each([0, 1])(
  'another signed-in user is warned and must sign out first, with %s unsaved; the link stays valid',
  async (notSaved) => {
    await signInAs('eva@x.test');
    const { at } = open('magiclink');
    const leave = await screen.findByRole('button', { name: 'Sign out' });
    expect(screen.getByText(/for ann@x\.test, but you’re signed in as eva@x\.test/)).toBeTruthy();
    settle.mockResolvedValueOnce(2);
    await userEvent.click(leave);
    expect((await screen.findByRole('dialog')).textContent).toContain('2 documents');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(whoIsIn(), 'unsaved changes keep the user signed in').toBe('eva@x.test');
    settle.mockResolvedValueOnce(notSaved);
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    if (notSaved > 0)
      await userEvent.click(await screen.findByRole('button', { name: 'Sign out and delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    await vi.waitFor(() => expect(at()).toBe('/documents/1'));
    expect(whoIsIn()).toBe('ann@x.test');
  },
);

test('a link of an account other than it claims signs no one in, and the current user stays', async () => {
  links.set('abc', 'mallory@evil.test');
  await signInAs('ann@x.test');
  open('magiclink');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'doesn’t belong to the account ann@x.test',
  );
  expect(whoIsIn()).toBe('ann@x.test');
  expect(
    asked.map(({ path }) => path),
    'its session has ended',
  ).toEqual(['POST /verify', 'POST /logout']);
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
});

test('a truncated link is reported', async () => {
  renderInApp(<Component />, { path: '/confirm#token_hash=abc' });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This link is incomplete');
});
