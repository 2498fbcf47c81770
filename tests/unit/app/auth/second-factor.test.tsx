// @vitest-environment jsdom
import type { Factor } from '@supabase/supabase-js';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SecondFactorSection } from '../../../../src/app/auth/second-factor-section.tsx';
import type * as SecondFactor from '../../../../src/app/data/second-factor.ts';
import type { SessionState } from '../../../../src/app/data/session.ts';
import { Component as SecondFactorPage } from '../../../../src/app/pages/second-factor-page.tsx';
import { renderInApp } from '../render-in-app.tsx';
import { makeSession } from '../sessions.ts';

const begin = vi.fn<typeof SecondFactor.beginSecondFactor>();
const confirm = vi.fn<typeof SecondFactor.confirmSecondFactor>();
const show = vi.fn<typeof SecondFactor.showSecondFactor>();
const remove = vi.fn<typeof SecondFactor.removeSecondFactors>();
vi.mock('../../../../src/app/data/second-factor.ts', async (original) => ({
  ...(await original<typeof SecondFactor>()),
  beginSecondFactor: () => begin(),
  confirmSecondFactor: (...words: Parameters<typeof SecondFactor.confirmSecondFactor>) => confirm(...words),
  showSecondFactor: (...words: Parameters<typeof SecondFactor.showSecondFactor>) => show(...words),
  removeSecondFactors: (...words: Parameters<typeof SecondFactor.removeSecondFactors>) => remove(...words),
}));
vi.mock('../../../../src/app/data/account.ts', () => ({
  accountQuery: (known: object) => ({ queryKey: ['account', known], queryFn: () => known }),
}));
const store = vi.hoisted(() => ({ state: {} as unknown, listeners: new Set<() => void>() }));
vi.mock('../../../../src/app/auth/use-session.ts', async () => {
  const { useSyncExternalStore } = await import('react');
  const subscribe = (listener: () => void) => {
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  };
  return { useSession: () => useSyncExternalStore(subscribe, () => store.state) };
});

const DONE = { ok: true, value: undefined } as const;
const WRONG = { ok: false, failure: 'code_invalid' } as const;

const signedIn = (factors: object[], needsCode: boolean): SessionState => ({
  kind: 'signed-in',
  session: makeSession({}, { factors: factors as Factor[] }),
  recovering: false,
  needsCode,
});
const APP = { id: 'app', status: 'verified', factor_type: 'totp' };

beforeEach(() => {
  store.state = signedIn([], false);
  begin.mockReset().mockResolvedValue({
    ok: true,
    value: { factorId: 'new', qrCode: 'data:image/svg+xml;utf-8,<svg/>', secret: 'ABCDEFGHIJ' },
  });
  confirm.mockReset().mockResolvedValue(DONE);
  show.mockReset().mockResolvedValue(DONE);
  remove.mockReset().mockResolvedValue(DONE);
});

test('an app is set up by QR code or manually, and is on after its first right code', async () => {
  confirm.mockResolvedValueOnce(WRONG);
  renderInApp(<SecondFactorSection />);
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  const dialog = within(await screen.findByRole('dialog'));
  const picture = await dialog.findByRole('img', { name: /QR code/ });
  expect(picture.getAttribute('src')).toContain('data:image/svg+xml');
  expect(dialog.getByText('ABCD EFGH IJ')).toBeTruthy();
  const code = dialog.getByLabelText('Code');
  await userEvent.type(code, '123 456{Enter}');
  expect(await dialog.findByText(/the next one the app shows/)).toBeTruthy();
  await userEvent.type(code, '{Enter}');
  expect(await screen.findByText(/Two-step verification is on/)).toBeTruthy();
  expect(confirm).toHaveBeenLastCalledWith('new', '123456');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a failed setup is reported and can be retried', async () => {
  begin.mockResolvedValueOnce({ ok: false, failure: 'not_offered' });
  renderInApp(<SecondFactorSection />);
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect((await screen.findByRole('alert')).textContent).toContain('isn’t available here');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

test('turning it off needs confirmation', async () => {
  store.state = signedIn([APP], false);
  renderInApp(<SecondFactorSection />);
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Two-step verification is off.')).toBeTruthy();
  expect(remove).toHaveBeenCalledOnce();
});

test('signing in requires the code and continues to the requested page', async () => {
  store.state = signedIn([APP], true);
  show.mockResolvedValueOnce(WRONG);
  const path = '/sign-in/second-step?next=%2Fdocuments%2F7';
  const { at } = renderInApp(<SecondFactorPage />, { path });
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText(/the next one the app shows/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
  expect(screen.getByText(/Lost your phone/)).toBeTruthy();
  expect(at()).toBe(path);
  // Success arrives as a changed session.
  show.mockImplementationOnce(() => {
    act(() => {
      store.state = signedIn([APP], false);
      for (const listener of store.listeners) listener();
    });
    return Promise.resolve(DONE);
  });
  await userEvent.type(screen.getByLabelText('Code'), '{Enter}');
  await vi.waitFor(() => expect(at()).toBe('/documents/7'));
  expect(show.mock.lastCall?.[1]).toBe('123456');
});

test.each([
  [signedIn([APP], false), '/documents/7'],
  [{ kind: 'signed-out', last: null } as const, '/sign-in?next=%2Fdocuments%2F7'],
])('the second step redirects a user who does not need it', (state, to) => {
  store.state = state;
  const { at } = renderInApp(<SecondFactorPage />, { path: '/sign-in/second-step?next=%2Fdocuments%2F7' });
  expect(at()).toBe(to);
});
