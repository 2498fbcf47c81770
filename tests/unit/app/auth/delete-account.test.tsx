// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { DeleteAccountSection } from '../../../../src/app/auth/delete-account-section.tsx';
import type * as Account from '../../../../src/app/data/account.ts';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { renderInApp } from '../render-in-app.tsx';

const server = vi.hoisted(() => ({ fates: [] as Account.Fate[], steps: [] as string[] }));
const deleteAccount = vi.fn<typeof Account.deleteAccount>();
vi.mock('../../../../src/app/data/account.ts', () => ({
  deletionQuery: () => ({ queryKey: ['fates', server.fates], queryFn: () => server.fates }),
  deleteAccount: (password: string) => {
    server.steps.push('deleted');
    return deleteAccount(password);
  },
  forgetSession: () => void server.steps.push('session forgotten'),
}));
vi.mock('../../../../src/app/room/leave-device.ts', () => ({
  settleDevice: () => Promise.resolve(void server.steps.push('settled')),
  clearDevice: () => Promise.resolve(void server.steps.push('device cleared')),
}));

beforeEach(() => {
  server.steps = [];
  server.fates = [
    { title: 'Diary', heirName: null },
    { title: ' ', heirName: null },
    { title: 'Trip', heirName: 'Bob' },
  ];
  deleteAccount.mockReset().mockResolvedValue('deleted');
});

async function open() {
  renderInApp(<DeleteAccountSection user={{ id: 'ann', email: 'ann@example.com' }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText('Type ann@example.com to confirm');
  return {
    dialog,
    type: (text: string) => userEvent.type(dialog.getByLabelText('Type ann@example.com to confirm'), text),
    password: (text: string) => userEvent.type(dialog.getByLabelText('Current password'), text),
    confirm: () => userEvent.click(dialog.getByRole('button', { name: 'Delete my account' })),
  };
}

test('shows first what happens to every document', async () => {
  const { dialog } = await open();
  expect(dialog.getByText('These 2 documents have no other members and will be deleted:')).toBeTruthy();
  for (const line of ['Diary', 'Untitled', 'Trip → Bob']) expect(dialog.getByText(line)).toBeTruthy();
  expect(dialog.getByText(/without your name/)).toBeTruthy();
});

test('a long list ends with the number of the rest', async () => {
  server.fates = Array.from({ length: 15 }, (_, place) => ({ title: `Page ${place}`, heirName: null }));
  const { dialog } = await open();
  expect(dialog.getByText('and 5 more')).toBeTruthy();
  expect(dialog.queryByText('Page 10')).toBeNull();
});

test('with the address typed and the right password everything is deleted, the session last', async () => {
  deleteAccount.mockResolvedValueOnce('wrong_password');
  const { dialog, type, password, confirm } = await open();
  await type('ann@example.co');
  await password('wrong');
  await confirm();
  expect(await dialog.findByText(/exactly as shown above/)).toBeTruthy();
  expect(server.steps).toEqual([]);
  await type('m');
  await confirm();
  expect(await dialog.findByText('This isn’t your current password.')).toBeTruthy();
  server.steps = [];
  await confirm();
  await vi.waitFor(() =>
    expect(server.steps).toEqual(['settled', 'deleted', 'device cleared', 'session forgotten']),
  );
});

test('after a failure nothing local is deleted', async () => {
  deleteAccount.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0, retryAfterMs: undefined }));
  const { dialog, type, password, confirm } = await open();
  await type('ann@example.com');
  await password('right');
  await confirm();
  expect((await dialog.findByRole('alert')).textContent).toContain('Can’t reach the server');
  expect(server.steps).toEqual(['settled', 'deleted']);
});
