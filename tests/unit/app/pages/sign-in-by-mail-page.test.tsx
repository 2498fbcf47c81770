// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Auth from '../../../../src/app/data/auth-by-mail.ts';
import type * as UseSession from '../../../../src/app/auth/use-session.ts';
import { Component as SignInPage } from '../../../../src/app/pages/sign-in-page.tsx';
import { Component } from '../../../../src/app/pages/sign-in-by-mail-page.tsx';
import { renderInApp } from '../render-in-app.tsx';

const requestSignInMail = vi.fn<typeof Auth.requestSignInMail>();
const signInWithCode = vi.fn<typeof Auth.signInWithCode>();
vi.mock('../../../../src/app/data/auth-by-mail.ts', () => ({
  requestSignInMail: (...words: Parameters<typeof Auth.requestSignInMail>) => requestSignInMail(...words),
  signInWithCode: (...words: Parameters<typeof Auth.signInWithCode>) => signInWithCode(...words),
}));
vi.mock('../../../../src/app/auth/use-session.ts', (): typeof UseSession => ({
  useSession: () => ({ kind: 'signed-out', last: null }),
}));

const PATH = '/sign-in/by-mail?next=%2Fdocuments%2F1';

beforeEach(() => {
  requestSignInMail.mockReset().mockResolvedValue({ ok: true, value: undefined });
  signInWithCode.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

async function askForMail(): Promise<HTMLElement> {
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com{Enter}');
  return await screen.findByLabelText('Code');
}

test('a code can be pasted with spaces, and the link returns to the requested page', async () => {
  renderInApp(<Component />, { path: PATH });
  const code = await askForMail();
  expect(requestSignInMail).toHaveBeenCalledWith('ann@example.com', '/sign-in?next=%2Fdocuments%2F1');
  expect(screen.getByText(/If ann@example\.com has an account/)).toBeTruthy();
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  await userEvent.click(code);
  await userEvent.paste(' 123 456 ');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(signInWithCode).toHaveBeenCalledWith('ann@example.com', '123456'));
});

test('an invalid code is not sent; a wrong or expired one is reported at the field and can be retried', async () => {
  signInWithCode.mockResolvedValue({ ok: false, failure: 'code_invalid' });
  renderInApp(<Component />, { path: PATH });
  const code = await askForMail();
  await userEvent.type(code, '12345{Enter}');
  expect(await screen.findByText(/Enter the code/)).toBeTruthy();
  expect(signInWithCode).not.toHaveBeenCalled();
  await userEvent.type(code, '6{Enter}');
  expect(await screen.findByText(/wrong or has expired/)).toBeTruthy();
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('aria-invalid')).toBe('true');
});

test('the mail can be resent, or sent to another address', async () => {
  renderInApp(<Component />, { path: PATH });
  await askForMail();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(requestSignInMail).toHaveBeenCalledTimes(2);
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText('Email')).toBeTruthy();
});

test('the sign-in page reports an expired link and keeps the return path', async () => {
  const { at } = renderInApp(<SignInPage />, {
    path: '/sign-in?next=%2Fdocuments%2F1#error=access_denied&error_code=otp_expired',
    routes: [{ path: '/sign-in/by-mail', element: <Component /> }],
  });
  expect(screen.getByRole('alert').textContent).toContain('This link no longer works');
  await userEvent.click(screen.getByRole('link', { name: 'Sign in with an email link' }));
  expect(at()).toBe(PATH);
});
