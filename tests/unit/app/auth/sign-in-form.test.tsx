// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SignInForm } from '../../../../src/app/auth/sign-in-form.tsx';
import { SignUpForm } from '../../../../src/app/auth/sign-up-form.tsx';
import type * as AuthByMail from '../../../../src/app/data/auth-by-mail.ts';
import type * as Auth from '../../../../src/app/data/auth.ts';
import { renderInApp } from '../render-in-app.tsx';

const signIn = vi.fn<typeof Auth.signIn>();
const signUp = vi.fn<typeof AuthByMail.signUp>();
vi.mock('../../../../src/app/data/auth.ts', () => ({
  signIn: (...words: Parameters<typeof Auth.signIn>) => signIn(...words),
}));
vi.mock('../../../../src/app/data/auth-by-mail.ts', () => ({
  signUp: (...words: Parameters<typeof AuthByMail.signUp>) => signUp(...words),
}));

beforeEach(() => {
  signIn.mockReset();
  signUp.mockReset();
});

test('an incomplete form sends no request and names the missing fields in the current language', async () => {
  const { i18n } = renderInApp(<SignInForm />);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  const email = screen.getByLabelText('Email');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(email);
  const describedBy = email.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(describedBy)?.textContent).toContain('Enter an email address');
  expect(signIn).not.toHaveBeenCalled();
  await act(() => i18n.changeLanguage('cs'));
  expect(screen.getByText(/Zadejte e-mailovou adresu/)).toBeTruthy();
});

test('a wrong password is an error of the form, not of a field', async () => {
  signIn.mockResolvedValue({ ok: false, failure: 'invalid_credentials' });
  renderInApp(<SignInForm />);
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect email address or password');
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  expect(signIn).toHaveBeenCalledWith('ann@example.com', 'wrong');
});

test('a server error about a field is shown at the field', async () => {
  signUp.mockResolvedValue({ ok: false, failure: 'user_already_exists' });
  const onConfirm = vi.fn<(email: string) => void>();
  renderInApp(<SignUpForm onConfirm={onConfirm} />, { language: 'cs' });
  await userEvent.type(screen.getByLabelText('Jméno'), 'Jana');
  await userEvent.type(screen.getByLabelText('E-mail'), 'jana@example.com');
  await userEvent.type(screen.getByLabelText('Heslo'), 'dost dlouhé heslo');
  await userEvent.click(screen.getByRole('button', { name: 'Vytvořit účet' }));
  expect(await screen.findByText(/K této adrese už účet patří/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(signUp.mock.calls[0]?.[0]).toMatchObject({ name: 'Jana', language: 'cs' });

  signUp.mockResolvedValue({ ok: true, value: 'confirm' });
  await userEvent.click(screen.getByRole('button', { name: 'Vytvořit účet' }));
  await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledWith('jana@example.com'));
});

test('fields have autocomplete hints for password managers, and the password can be shown', async () => {
  renderInApp(<SignInForm />);
  const password = screen.getByLabelText('Password');
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username');
  expect(password.getAttribute('autocomplete')).toBe('current-password');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(password.getAttribute('type')).toBe('text');
});
