// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { EmailSection } from '../../../../src/app/auth/email-section.tsx';
import type * as Account from '../../../../src/app/data/account.ts';
import { renderInApp } from '../render-in-app.tsx';
import { makeSession } from '../sessions.ts';

const changeEmail = vi.fn<typeof Account.changeEmail>();
const resendEmailChange = vi.fn<typeof Account.resendEmailChange>();
const confirmEmailChange = vi.fn<typeof Account.confirmEmailChange>();
const store = vi.hoisted(() => ({ session: {} as unknown, onServer: {} as object }));
vi.mock('../../../../src/app/data/account.ts', () => ({
  accountQuery: (known: object) => ({
    queryKey: ['account', store.onServer],
    queryFn: () => ({ ...known, ...store.onServer }),
    placeholderData: known,
  }),
  changeEmail: (...words: Parameters<typeof Account.changeEmail>) => changeEmail(...words),
  confirmEmailChange: (...words: Parameters<typeof Account.confirmEmailChange>) =>
    confirmEmailChange(...words),
  resendEmailChange: (...words: Parameters<typeof Account.resendEmailChange>) => resendEmailChange(...words),
}));
vi.mock('../../../../src/app/auth/use-session.ts', () => ({
  useSession: () => ({ kind: 'signed-in', session: store.session, recovering: false }),
}));

beforeEach(() => {
  changeEmail.mockReset().mockResolvedValue({ ok: true, value: undefined });
  resendEmailChange.mockReset().mockResolvedValue({ ok: true, value: undefined });
  confirmEmailChange.mockReset().mockResolvedValue({ ok: true, value: undefined });
  store.session = makeSession();
  store.onServer = {};
});

test('requires a different address and reports problems with it', async () => {
  changeEmail.mockResolvedValueOnce({ ok: false, failure: 'user_already_exists' });
  renderInApp(<EmailSection />);
  const field = screen.getByLabelText('New address');
  await userEvent.type(field, 'Ann@Example.com{Enter}');
  expect(await screen.findByText('This is your current address.')).toBeTruthy();
  expect(changeEmail).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, 'bob@example.com{Enter}');
  expect(await screen.findByText(/already has an account/)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, 'ann@new.example{Enter}');
  await vi.waitFor(() => expect(field).toHaveProperty('value', ''));
  expect(changeEmail).toHaveBeenLastCalledWith('ann@new.example');
});

test('a pending change is shown, also from another device, and both mails can be resent', async () => {
  store.onServer = { new_email: 'ann@new.example' };
  renderInApp(<EmailSection />);
  expect(
    await screen.findByText(/a link and a code to ann@new\.example and to ann@example\.com/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(resendEmailChange).toHaveBeenCalledWith('ann@example.com');
});

test('the result of a link is shown: one of two confirmed, or an expired link', async () => {
  store.session = makeSession({}, { new_email: 'ann@new.example' });
  store.onServer = { new_email: 'ann@new.example' };
  renderInApp(<EmailSection />, { path: '/account#message=Confirmation+link+accepted' });
  expect(await screen.findByText(/link or the code we sent to the other one/)).toBeTruthy();
});

test('the code of either mail is accepted, and the other one is required then', async () => {
  store.onServer = { new_email: 'ann@new.example' };
  confirmEmailChange.mockResolvedValueOnce({ ok: false, failure: 'code_invalid' });
  renderInApp(<EmailSection />);
  const code = await screen.findByLabelText('Code');
  expect(document.activeElement, 'secondary on this page').not.toBe(code);
  await userEvent.type(code, '123456{Enter}');
  expect(await screen.findByText(/wrong or has expired/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm with the code' }));
  expect(await screen.findByText(/One address is confirmed/)).toBeTruthy();
  expect(confirmEmailChange).toHaveBeenLastCalledWith(['ann@new.example', 'ann@example.com'], '123456');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '');
});

test('an expired link is reported', () => {
  renderInApp(<EmailSection />, { path: '/account#error=access_denied&error_code=otp_expired' });
  expect(screen.getByRole('alert').textContent).toContain('no longer works');
});
