// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Auth from '../../../../src/app/data/auth-by-mail.ts';
import { Component as ForgotPassword } from '../../../../src/app/pages/forgot-password-page.tsx';
import { Component as SignUp } from '../../../../src/app/pages/sign-up-page.tsx';
import { renderInApp } from '../render-in-app.tsx';

const signUp = vi.fn<typeof Auth.signUp>();
const resendConfirmation = vi.fn<typeof Auth.resendConfirmation>();
const requestPasswordReset = vi.fn<typeof Auth.requestPasswordReset>();
vi.mock('../../../../src/app/data/auth-by-mail.ts', () => ({
  signUp: (...words: Parameters<typeof Auth.signUp>) => signUp(...words),
  resendConfirmation: (email: string) => resendConfirmation(email),
  requestPasswordReset: (email: string) => requestPasswordReset(email),
}));
vi.mock('../../../../src/app/auth/use-session.ts', () => ({
  useSession: () => ({ kind: 'signed-out', last: null }),
}));

beforeEach(() => {
  signUp.mockReset().mockResolvedValue({ ok: true, value: 'confirm' });
  resendConfirmation.mockReset().mockResolvedValue({ ok: true, value: undefined });
  requestPasswordReset.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

const user = userEvent.setup({ delay: null });
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));

test('the confirmation link is resent to the same address', async () => {
  renderInApp(<SignUp />);
  await user.type(screen.getByLabelText('Name'), 'Jana');
  await user.type(screen.getByLabelText('Email'), 'jana@example.com');
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}');
  await screen.findByRole('heading', { name: 'Check your email' });
  expect(resendConfirmation).not.toHaveBeenCalled();
  await press('Send again');
  expect(resendConfirmation).toHaveBeenCalledWith('jana@example.com');
  expect(await screen.findByText('Sent again.')).toBeTruthy();
});

test('the password reset link is resent, and a refusal is shown', async () => {
  renderInApp(<ForgotPassword />, { language: 'cs' });
  await user.type(screen.getByLabelText('E-mail'), 'jana@example.com{Enter}');
  await screen.findByRole('heading', { name: 'Podívejte se do e-mailu' });
  requestPasswordReset.mockResolvedValue({ ok: false, failure: 'rate_limited' });
  await press('Poslat znovu');
  expect(requestPasswordReset.mock.calls).toEqual([['jana@example.com'], ['jana@example.com']]);
  expect(await screen.findByText(/Příliš mnoho pokusů/)).toBeTruthy();
});
