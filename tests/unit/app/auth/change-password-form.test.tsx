// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChangePasswordForm } from '../../../../src/app/auth/change-password-form.tsx';
import type * as Account from '../../../../src/app/data/account.ts';
import { renderInApp } from '../render-in-app.tsx';
import { makeSession } from '../sessions.ts';

const changePassword = vi.fn<typeof Account.changePassword>();
const requestReauthentication = vi.fn<typeof Account.requestReauthentication>();
vi.mock('../../../../src/app/data/account.ts', () => ({
  changePassword: (...words: Parameters<typeof Account.changePassword>) => changePassword(...words),
  requestReauthentication: () => requestReauthentication(),
}));
const store = vi.hoisted(() => ({ session: {} as unknown }));
vi.mock('../../../../src/app/auth/use-session.ts', () => ({
  useSession: () => ({ kind: 'signed-in', session: store.session, recovering: false }),
}));

const onChanged = vi.fn<() => void>();
const form = <ChangePasswordForm email="ann@example.com" onChanged={onChanged} />;
const change = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));

beforeEach(() => {
  changePassword.mockReset().mockResolvedValue({ ok: true, value: undefined });
  requestReauthentication.mockReset().mockResolvedValue({ ok: true, value: undefined });
  onChanged.mockReset();
  store.session = makeSession();
});

test('the current password is sent with the new one; a wrong one is reported at its field', async () => {
  changePassword.mockResolvedValueOnce({ ok: false, failure: 'current_password_wrong' });
  renderInApp(form);
  const present = screen.getByLabelText('Current password');
  await userEvent.type(present, 'an old one');
  await userEvent.type(screen.getByLabelText('New password'), 'long enough');
  await change();
  expect(await screen.findByText('This isn’t your current password.')).toBeTruthy();
  expect([document.activeElement, present.getAttribute('aria-invalid')]).toEqual([present, 'true']);
  await change();
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(changePassword).toHaveBeenLastCalledWith({
    currentPassword: 'an old one',
    password: 'long enough',
    code: '',
  });
});

test('nine characters are too few and ten are enough, in any script', async () => {
  renderInApp(form);
  await userEvent.type(screen.getByLabelText('New password'), 'Aa1!Aa1!A');
  await change();
  expect(await screen.findByText(/at least 10 characters/)).toBeTruthy();
  expect(changePassword).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('New password'), 'a');
  await change();
  await vi.waitFor(() => expect(changePassword).toHaveBeenCalledOnce());
});

test('a session that began with a mail needs no current password', () => {
  store.session = makeSession({ amr: [{ method: 'otp' }] });
  renderInApp(form);
  expect(screen.queryByLabelText('Current password')).toBeNull();
});

test('an old session needs a mailed code first', async () => {
  changePassword.mockResolvedValueOnce({ ok: false, failure: 'reauthentication_needed' });
  changePassword.mockResolvedValueOnce({ ok: false, failure: 'code_invalid' });
  renderInApp(form);
  await userEvent.type(screen.getByLabelText('New password'), 'long enough');
  await change();
  const code = await screen.findByLabelText('Code');
  expect(screen.getByText(/sent to ann@example\.com/)).toBeTruthy();
  expect(requestReauthentication).toHaveBeenCalledOnce();
  await userEvent.type(code, '123 456');
  await change();
  expect(await screen.findByText(/wrong or has expired/)).toBeTruthy();
  await change();
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(changePassword.mock.lastCall?.[0]).toMatchObject({ password: 'long enough', code: '123456' });
});
