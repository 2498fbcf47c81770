// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../src/app/data/query-client.ts';
import { readNextPath } from '../../../../src/app/data/paths.ts';
import type { SessionState } from '../../../../src/app/data/session.ts';
import type * as UseSignOut from '../../../../src/app/auth/use-sign-out.ts';
import type * as UseSession from '../../../../src/app/auth/use-session.ts';
import { resources } from '../../../../src/app/i18n/resources.ts';
import { startI18n } from '../../../../src/app/i18n/start-i18n.ts';
import { Component } from '../../../../src/app/pages/invitation-page.tsx';
import { Component as SignUp } from '../../../../src/app/pages/sign-up-page.tsx';
import { readInvitedEmail } from '../../../../src/app/pages/kept-invitation.ts';
import { makeSession } from '../sessions.ts';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const accept = vi.fn<(token: unknown) => Promise<Reply>>();
const preview = vi.fn<(token: unknown) => Promise<Reply>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: { p_token?: unknown }) => ({
      abortSignal: () => {
        if (name === 'preview_invitation') return preview(args.p_token);
        if (name !== 'accept_invitation') throw new Error(`unexpected request for ${name}`);
        return accept(args.p_token);
      },
    }),
  }),
}));

let session: SessionState;
const listeners = new Set<() => void>();
vi.mock('../../../../src/app/auth/use-session.ts', async (): Promise<typeof UseSession> => {
  const { useSyncExternalStore } = await import('react');
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { useSession: () => useSyncExternalStore(subscribe, () => session) };
});
vi.mock('../../../../src/app/auth/use-sign-out.ts', (): typeof UseSignOut => ({
  useSignOut: () => {
    const leaveAnyway = () => Promise.resolve(become({ kind: 'signed-out', last: null }));
    const leave = () => leaveAnyway().then(() => true);
    return { leaving: false, unsent: null, leave, leaveAnyway, stay: () => undefined };
  },
}));
vi.mock('../../../../src/app/unsent/unsent-notice.tsx', () => ({ UnsentNotice: () => null }));
vi.mock('../../../../src/app/pages/account-menu.tsx', () => ({ AccountMenu: () => null }));

const signedIn = (email: string): SessionState => ({
  kind: 'signed-in',
  session: makeSession(undefined, { id: email, email }),
  recovering: false,
  needsCode: false,
});
const become = (next: SessionState): void =>
  act(() => {
    session = next;
    for (const listener of listeners) listener();
  });

const token = 'f'.repeat(64);
const other = 'e'.repeat(64);
const documentId = '33333333-3333-4333-8333-333333333333';
const fine: Reply = { data: { documentId }, error: null, status: 200 };
const shown = (role = 'editor', title = 'Plan'): Reply => ({
  data: { inviter: 'Petr', title, email: 'jana@example.com', role },
  error: null,
  status: 200,
});
const refused = (message: string, status: number): Reply => ({ data: null, error: { message }, status });

/** Every URL in the history of the tab. */
let visited: string[];
/** The link's own entry is replaced; no later entry may contain the token. */
const leaked = (): string[] => visited.filter((at) => at !== `/invitation#${token}` && at.includes(token));
const here = (): string => location.pathname + location.search + location.hash;
const note = (method: 'pushState' | 'replaceState') => {
  const real = history[method].bind(history);
  vi.spyOn(history, method).mockImplementation((...args) => {
    real(...args);
    visited.push(here());
  });
};

beforeEach(() => {
  accept.mockReset().mockResolvedValue(fine);
  preview.mockReset().mockResolvedValue(shown());
  session = signedIn('eva@x.cz');
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A fake sign-in page that returns to the requested page. */
function SignIn() {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  return (
    <>
      <output>{readInvitedEmail(state)}</output>
      <button type="button" onClick={() => void navigate(readNextPath(location.search), { replace: true })}>
        back
      </button>
    </>
  );
}

function open(path = `/invitation#${token}`): void {
  history.replaceState(null, '', path);
  visited = [];
  note('pushState');
  note('replaceState');
  render(
    <StrictMode>
      <I18nextProvider i18n={startI18n('en-US', resources)}>
        <QueryClientProvider client={createQueryClient()}>
          <BrowserRouter>
            <Routes>
              <Route path="/invitation" element={<Component />} />
              <Route path="/sign-in" element={<SignIn />} />
              <Route path="/sign-up" element={<SignUp />} />
              <Route path="/documents/:id" element={<p>The document</p>} />
              <Route path="/documents" element={<p>The list</p>} />
            </Routes>
          </BrowserRouter>
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>,
  );
}

test('an invitation opens its document, is used once and is not kept', async () => {
  const entries = history.length;
  open();
  expect(await screen.findByText('The document')).toBeTruthy();
  expect(here()).toBe(`/documents/${documentId}`);
  expect(accept.mock.calls).toEqual([[token]]);
  expect(history.length, 'no history entry with the token').toBe(entries);
  expect(leaked()).toEqual([]);
  expect(JSON.stringify(localStorage)).not.toContain(token);
});

test('a loading text is shown while it is opened', async () => {
  accept.mockReturnValue(new Promise(() => undefined));
  open();
  expect((await screen.findByRole('status')).textContent).toBe('Opening the invitation…');
  expect(here(), 'the token is not in the URL').toBe('/invitation');
});

test('signed out: the token is kept, outside of any URL, until a user has signed in', async () => {
  session = { kind: 'signed-out', last: null };
  open();
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }));
  const back = await screen.findByRole('button', { name: 'back' });
  expect(screen.getByRole('status').textContent).toBe('jana@example.com');
  expect(here()).toBe('/sign-in?next=%2Finvitation');
  expect(leaked()).toEqual([]);
  expect(document.referrer).not.toContain(token);
  expect(accept).not.toHaveBeenCalled();
  become(signedIn('eva@x.cz'));
  await userEvent.click(back);
  expect(await screen.findByText('The document')).toBeTruthy();
  expect(accept.mock.calls).toEqual([[token]]);
});

test('the sign-in may end in another tab, which has the token too', async () => {
  session = { kind: 'signed-out', last: null };
  open();
  await screen.findByRole('link', { name: 'Sign in' });
  cleanup();
  vi.restoreAllMocks();
  session = signedIn('eva@x.cz');
  open('/invitation');
  expect(await screen.findByText('The document')).toBeTruthy();
  expect(accept.mock.calls).toEqual([[token]]);
});

test.each([
  ['used, revoked or expired', refused('not_found', 404)],
  ['to a deleted document', refused('gone', 410)],
])('an invitation that is %s is reported and deleted', async (_what, reply) => {
  accept.mockResolvedValue(reply);
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This invitation is no longer valid');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This invitation is no longer valid');
  expect(alert.textContent, 'names the address, as another one may have been invited').toContain(
    'than eva@x.cz',
  );
  expect(document.title).not.toContain('Opening');
  expect(JSON.stringify(localStorage)).not.toContain(token);
  await userEvent.click(screen.getByRole('link', { name: /documents/i }));
  expect(here()).toBe('/documents');
});

test('for another address it shows who is signed in, and works once the right user is', async () => {
  accept.mockResolvedValue(refused('forbidden', 403));
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Petr invites you to edit “Plan”');
  expect(alert.textContent).toContain('The invitation is for jana@example.com.');
  expect(alert.textContent).toContain('You’re signed in as eva@x.cz');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with another address' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }));
  expect(here()).toBe('/sign-in?next=%2Finvitation');
  accept.mockResolvedValue(fine);
  become(signedIn('ivo@x.cz'));
  await userEvent.click(screen.getByRole('button', { name: 'back' }));
  expect(await screen.findByText('The document')).toBeTruthy();
  expect(accept.mock.calls).toEqual([[token], [token]]);
});

test('for another address it shows that much even without a preview', async () => {
  accept.mockResolvedValue(refused('forbidden', 403));
  preview.mockResolvedValue(refused('not_found', 404));
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation is for another address');
});

test('signed out: it shows inviter, document and address, and prefills the address in the forms', async () => {
  session = { kind: 'signed-out', last: null };
  open();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'Petr invites you to edit “Plan”',
  );
  expect(screen.getByText('The invitation is for jana@example.com.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Create an account' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('jana@example.com');
  expect(visited.filter((at) => at.includes('jana'))).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  expect((await screen.findByRole('status')).textContent).toBe('jana@example.com');
});

test.each([
  ['viewer', 'read'],
  ['commenter', 'comment on'],
])('a %s is invited to %s, also an untitled document', async (role, deed) => {
  session = { kind: 'signed-out', last: null };
  preview.mockResolvedValue(shown(role, ' '));
  open();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    `Petr invites you to ${deed} “Untitled”`,
  );
});

test('signed out: an invitation that is no longer valid is reported, with a link to sign-in', async () => {
  session = { kind: 'signed-out', last: null };
  preview.mockResolvedValue(refused('not_found', 404));
  open();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'This invitation is no longer valid',
  );
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(here()).toBe('/sign-in?next=%2Finvitation');
});

test('signed out: an invitation can be accepted without its preview', async () => {
  session = { kind: 'signed-out', last: null };
  preview.mockResolvedValue({ data: {}, error: null, status: 200 });
  open();
  await screen.findByRole('button', { name: 'back' });
  expect(here()).toBe('/sign-in?next=%2Finvitation');
});

test('a rate-limited user sees the time to wait and can retry', async () => {
  accept.mockResolvedValue(refused('rate_limited', 429));
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
  try {
    open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be opened');
  } finally {
    vi.useRealTimers();
  }
  accept.mockResolvedValue(fine);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The document')).toBeTruthy();
});

test('another invitation in the same tab replaces the first', async () => {
  accept.mockResolvedValue(refused('not_found', 404));
  open();
  await screen.findByRole('alert');
  accept.mockResolvedValue(fine);
  act(() => {
    history.replaceState(null, '', `/invitation#${other}`);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  expect(await screen.findByText('The document')).toBeTruthy();
  expect(accept.mock.calls).toEqual([[token], [other]]);
});

test('when the reply is lost the invitation is kept, and reopening the page leads to the document', async () => {
  accept.mockReturnValue(new Promise(() => undefined));
  open();
  await screen.findByRole('status');
  await vi.waitFor(() => expect(accept).toHaveBeenCalledOnce());
  cleanup();
  vi.restoreAllMocks();
  accept.mockReset().mockResolvedValue(fine);
  open('/invitation');
  expect(await screen.findByText('The document')).toBeTruthy();
  expect(accept.mock.calls).toEqual([[token]]);
  expect(JSON.stringify(localStorage)).not.toContain(token);
});

test('a used link is sent again: a member comes to the document', async () => {
  open();
  await screen.findByText('The document');
  cleanup();
  vi.restoreAllMocks();
  open();
  expect(await screen.findByText('The document')).toBeTruthy();
  expect(accept.mock.calls).toEqual([[token], [token]]);
});

test('without a token no request is sent', async () => {
  open('/invitation');
  expect((await screen.findByRole('alert')).textContent).toContain('no longer valid');
  expect(accept).not.toHaveBeenCalled();
});
