// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SignOutDialog } from '../../../../src/app/auth/sign-out-dialog.tsx';
import { useSignOut } from '../../../../src/app/auth/use-sign-out.ts';
import type * as Auth from '../../../../src/app/data/auth.ts';
import { renderInApp } from '../render-in-app.tsx';

const steps = vi.hoisted(() => ({ done: [] as string[], unsent: 0 }));
const signOut = vi.fn<typeof Auth.signOut>();

vi.mock('../../../../src/app/data/auth.ts', () => ({ signOut: () => signOut() }));
vi.mock('../../../../src/app/room/leave-device.ts', () => ({
  settleDevice: async (_userId: string, flush?: () => Promise<boolean>) => {
    await flush?.();
    return steps.unsent;
  },
  clearDevice: (userId: string) => {
    steps.done.push(`cleared ${userId}`);
    return Promise.resolve(true);
  },
}));

function Page() {
  const leaving = useSignOut('ann');
  const flush = (): Promise<boolean> => {
    steps.done.push('flushed');
    return Promise.resolve(true);
  };
  return (
    <>
      <button type="button" onClick={() => void leaving.leave(flush)}>
        Sign out
      </button>
      <SignOutDialog signOut={leaving} />
    </>
  );
}

beforeEach(() => {
  steps.done = [];
  steps.unsent = 0;
  signOut.mockReset();
  signOut.mockImplementation(() => {
    steps.done.push('signed out');
    return Promise.resolve({ ok: true, value: undefined });
  });
});

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

test('saves first, then deletes all local data of the user', async () => {
  renderInApp(<Page />);
  await press('Sign out');
  await vi.waitFor(() => expect(steps.done).toEqual(['flushed', 'signed out', 'cleared ann']));
});

test('changes stored only on this device need confirmation before they are deleted', async () => {
  steps.unsent = 2;
  const { at } = renderInApp(<Page />, { path: '/documents' });
  await press('Sign out');
  expect(
    await screen.findByText(/in 2 documents couldn’t be saved and are only on this device/),
  ).toBeTruthy();
  await press('Cancel');
  expect(steps.done).toEqual(['flushed']);

  await press('Sign out');
  await screen.findByRole('dialog');
  await press('Sign out and delete');
  await vi.waitFor(() => expect(at()).toBe('/sign-in'));
  expect(steps.done.slice(-2)).toEqual(['signed out', 'cleared ann']);
});

test('a failed sign-out keeps everything', async () => {
  signOut.mockResolvedValue({ ok: false, failure: 'unreachable' });
  renderInApp(<Page />);
  await press('Sign out');
  expect(await screen.findByText(/Can’t reach the server/)).toBeTruthy();
  expect(steps.done).toEqual(['flushed']);
});
