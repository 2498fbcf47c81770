// @vitest-environment jsdom
import type { Session } from '@supabase/supabase-js';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { RequireSession } from '../../../../src/app/auth/require-session.tsx';
import type * as Auth from '../../../../src/app/data/auth.ts';
import { DocumentFailed } from '../../../../src/app/pages/document/document-failed.tsx';
import { StatusBar } from '../../../../src/app/presence/status-bar.tsx';
import { SignInAgainButton } from '../../../../src/app/auth/sign-in-again-button.tsx';
import { renderInApp } from '../render-in-app.tsx';

const store = vi.hoisted(() => ({ state: {} as unknown, listeners: new Set<() => void>() }));
const signOut = vi.fn<typeof Auth.signOut>();

vi.mock('../../../../src/app/data/auth.ts', async (original) => ({
  ...(await original<object>()),
  signOut: () => signOut(),
}));
vi.mock('../../../../src/app/data/session.ts', async (original) => ({
  ...(await original<object>()),
  getSessionState: () => store.state,
  subscribeSession: (listener: () => void) => {
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  },
}));

const user = { id: 'ann', email: 'ann@example.com' };
const session: Session = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  user: { ...user, aud: '', app_metadata: {}, user_metadata: {}, created_at: '' },
};

function become(state: unknown): void {
  act(() => {
    store.state = state;
    for (const listener of store.listeners) listener();
  });
}

beforeEach(() => {
  store.state = { kind: 'signed-in', session, recovering: false };
  signOut.mockReset();
  signOut.mockImplementation(() => {
    become({ kind: 'signed-out', last: user });
    return Promise.resolve({ ok: true, value: undefined });
  });
});

const failed = (code: string) => (
  <RequireSession waiting={null}>
    {() => <DocumentFailed code={code} documentId="x" user={user} onRetry={() => undefined} />}
  </RequireSession>
);
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

test('a document that an expired session could not open leads to sign-in and back', async () => {
  const { at } = renderInApp(failed('unauthenticated'), { path: '/documents/7' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await press('Sign in again');
  expect(at()).toBe(`/sign-in?next=${encodeURIComponent('/documents/7')}`);
});

test('any other failure offers a retry', () => {
  renderInApp(failed('unavailable'), { path: '/documents/7' });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull();
});

test('when the server is unreachable, the page stays and reports it', async () => {
  signOut.mockResolvedValue({ ok: false, failure: 'unreachable' });
  const { at } = renderInApp(failed('unauthenticated'), { path: '/documents/7' });
  await press('Sign in again');
  expect(await screen.findByText(/Can’t reach the server/)).toBeTruthy();
  expect(at()).toBe('/documents/7');
});

test('with unsaved changes the dialog opens on top; dismissed, a link to sign-in remains', async () => {
  const { at } = renderInApp(
    <RequireSession waiting={null} holding>
      {() => (
        <StatusBar
          status={{
            kind: 'open',
            role: 'editor',
            save: 'not-saved',
            cause: 'sign-in-expired',
            hasUnsaved: true,
            unsavedForMs: 0,
            keeps: true,
            storage: null,
            fullness: null,
            ended: false,
            live: false,
          }}
          signIn={<SignInAgainButton />}
          onReload={() => undefined}
        />
      )}
    </RequireSession>,
    { path: '/documents/7' },
  );
  await press('Sign in again');
  expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeTruthy();
  await press('Close');
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
    `/sign-in?next=${encodeURIComponent('/documents/7')}`,
  );
  expect(at()).toBe('/documents/7');
});
