// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { resendConfirmation, signUp } from '../../../../src/app/data/auth-by-mail.ts';

const auth = vi.hoisted(() => ({
  signUp: vi.fn<(args: { options: { emailRedirectTo: string } }) => Promise<unknown>>(),
  resend: vi.fn<(args: { options: { emailRedirectTo: string } }) => Promise<unknown>>(),
}));
vi.mock('../../../../src/app/data/supabase.ts', () => ({ getSupabase: () => ({ auth }) }));

test.each([
  ['/sign-up', '/sign-in'],
  ['/sign-up?next=%2Finvitation', '/sign-in?next=%2Finvitation'],
  ['/sign-up?next=%2F%2Fevil.example', '/sign-in'],
])('a mail requested on %s links to %s', async (page, to) => {
  auth.signUp.mockResolvedValue({ data: { session: null }, error: null });
  auth.resend.mockResolvedValue({ error: null });
  history.replaceState(null, '', page);
  const account = { name: 'Jana', email: 'jana@example.com', password: 'long enough', language: 'cs' };
  expect(await signUp(account)).toEqual({ ok: true, value: 'confirm' });
  await resendConfirmation(account.email);
  for (const asked of [auth.signUp, auth.resend])
    expect(asked.mock.lastCall?.[0].options.emailRedirectTo).toBe(location.origin + to);
});
