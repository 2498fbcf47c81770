// @vitest-environment jsdom
import type { Factor, Session } from '@supabase/supabase-js';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RedirectSignedIn } from '../../../../src/app/auth/redirect-signed-in.tsx';
import { RequireSession } from '../../../../src/app/auth/require-session.tsx';
import { nextSessionState, type SessionState } from '../../../../src/app/data/session.ts';
import { renderInApp } from '../render-in-app.tsx';
import { makeSession } from '../sessions.ts';

const store = vi.hoisted(() => ({ state: { kind: 'loading' } as unknown, listeners: new Set<() => void>() }));

vi.mock('../../../../src/app/data/session.ts', async (original) => ({
  ...(await original<object>()),
  getSessionState: () => store.state,
  subscribeSession: (listener: () => void) => {
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  },
}));

const session: Session = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  user: {
    id: 'ann',
    email: 'ann@example.com',
    aud: '',
    app_metadata: {},
    user_metadata: {},
    created_at: '',
  },
};

function tell(...event: [Parameters<typeof nextSessionState>[1], Session | null]): void {
  act(() => {
    store.state = nextSessionState(store.state as SessionState, ...event);
    for (const listener of store.listeners) listener();
  });
}

beforeEach(() => {
  store.state = { kind: 'loading' };
});

const page = (holding: boolean) => (
  <RequireSession waiting={<p>waiting</p>} holding={holding}>
    {(user) => <p>{`page of ${user.email}`}</p>}
  </RequireSession>
);

test('a visitor is redirected to sign-in with the return path', () => {
  const { at } = renderInApp(page(false), { path: '/documents/7?a=1' });
  expect(screen.getByText('waiting')).toBeTruthy();
  tell('INITIAL_SESSION', null);
  expect(at()).toBe(`/sign-in?next=${encodeURIComponent('/documents/7?a=1')}`);
});

const withApp = (aal: string): Session =>
  makeSession({ aal }, { factors: [{ id: 'f', status: 'verified', factor_type: 'totp' } as Factor] });

test('the second step comes before the page, with the return path', () => {
  const { at } = renderInApp(page(false), { path: '/documents/7?a=1' });
  tell('SIGNED_IN', withApp('aal1'));
  expect(at()).toBe(`/sign-in/second-step?next=${encodeURIComponent('/documents/7?a=1')}`);
});

test('unsaved changes stay below the second step, which closes when completed', async () => {
  renderInApp(page(true));
  tell('SIGNED_IN', withApp('aal2'));
  expect(screen.queryByRole('dialog')).toBeNull();
  tell('SIGNED_OUT', null);
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  tell('SIGNED_IN', withApp('aal1'));
  expect(await screen.findByLabelText('Code')).toBeTruthy();
  expect(screen.getByText('page of ann@example.com')).toBeTruthy();
  tell('MFA_CHALLENGE_VERIFIED', withApp('aal2'));
  expect(screen.queryByLabelText('Code')).toBeNull();
  expect(screen.getByText('page of ann@example.com')).toBeTruthy();
});

test('signing out, here or in another tab, leaves the page', () => {
  const { at } = renderInApp(page(false), { path: '/documents' });
  tell('SIGNED_IN', session);
  expect(screen.getByText('page of ann@example.com')).toBeTruthy();
  tell('SIGNED_OUT', null);
  expect(at()).toBe('/sign-in');
});

test('a page with unsaved changes stays, under a dialog for the same user', () => {
  const { at } = renderInApp(page(true), { path: '/documents/7' });
  tell('SIGNED_IN', session);
  const shown = screen.getByText('page of ann@example.com');
  tell('SIGNED_OUT', null);
  expect(at()).toBe('/documents/7');
  expect(shown.isConnected).toBe(true);
  expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeTruthy();
  expect(screen.getByLabelText('Email')).toMatchObject({ value: 'ann@example.com', readOnly: true });
  tell('SIGNED_IN', session);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(shown.isConnected).toBe(true);
});

test('a recovery link leads to a new password, wherever it was opened', () => {
  const { at } = renderInApp(page(false), { path: '/documents' });
  tell('PASSWORD_RECOVERY', session);
  expect(at()).toBe('/reset-password');
});

test('a signed-in user is redirected from sign-in to the requested page', () => {
  const { at } = renderInApp(<RedirectSignedIn>form</RedirectSignedIn>, {
    path: '/sign-in?next=%2Fdocuments%2F7',
  });
  expect(screen.getByText('form')).toBeTruthy();
  tell('SIGNED_IN', session);
  expect(at()).toBe('/documents/7');
});
