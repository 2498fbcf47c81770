// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { JoinOrRequest } from '../../../../src/app/sharing/join-or-request.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn<(name: string) => Promise<Reply>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ rpc: (name: string) => ({ abortSignal: () => rpc(name) }) }),
}));
const onIn = vi.fn<() => void>();
beforeEach(() => {
  rpc.mockReset();
  onIn.mockReset();
});

const done: Reply = { data: null, error: null, status: 204 };
const refused: Reply = { data: null, error: { message: 'forbidden' }, status: 403 };
const tooMany: Reply = { data: null, error: { message: 'rate_limited' }, status: 429 };
const head: Reply = {
  data: {
    head: 1,
    chain: '0'.repeat(32),
    epoch: 1,
    generation: 1,
    role: 'viewer',
    rows: null,
    weight: 0,
    snapshot: { seq: 0, digest: '' },
  },
  error: null,
  status: 200,
};
const page = (
  <JoinOrRequest documentId="33333333-3333-4333-8333-333333333333" onIn={onIn} waiting={<p>Wait</p>}>
    {(ask) => <div>{ask}</div>}
  </JoinOrRequest>
);

test('an open link or an invitation gives access without a request', async () => {
  rpc.mockResolvedValue(done);
  renderInApp(page);
  await vi.waitFor(() => expect(onIn).toHaveBeenCalledTimes(1));
  expect(rpc.mock.calls).toEqual([['join_document']]);
  expect(screen.getByText('Wait')).toBeTruthy();
});

test('other users can request access, and enter when it is granted', async () => {
  rpc.mockImplementation((name) => Promise.resolve(name === 'request_access' ? done : refused));
  renderInApp(page);
  await userEvent.click(await screen.findByRole('button', { name: 'Request access' }));
  expect(await screen.findByText(/The owner has been asked/)).toBeTruthy();
  await vi.waitFor(() => expect(rpc).toHaveBeenCalledWith('document_head'));
  expect(onIn).not.toHaveBeenCalled();
});

test('it opens automatically when the owner grants access', async () => {
  let isIn = false;
  rpc.mockImplementation((name) => {
    if (name === 'document_head') return Promise.resolve(isIn ? head : refused);
    return Promise.resolve(name === 'request_access' ? done : refused);
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    renderInApp(page);
    await userEvent.click(await screen.findByRole('button', { name: 'Request access' }));
    await screen.findByText(/The owner has been asked/);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onIn).not.toHaveBeenCalled();
    isIn = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onIn).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('a failed request is reported and can be retried', async () => {
  rpc.mockImplementation((name) => Promise.resolve(name === 'request_access' ? tooMany : refused));
  renderInApp(page);
  const ask = await screen.findByRole('button', { name: 'Request access' });
  await userEvent.click(ask);
  expect(await screen.findByRole('button', { name: 'Request access' })).toBeTruthy();
  expect(screen.queryByText(/The owner has been asked/)).toBeNull();
  rpc.mockImplementation((name) => Promise.resolve(name === 'request_access' ? done : refused));
  await userEvent.click(screen.getByRole('button', { name: 'Request access' }));
  expect(await screen.findByText(/The owner has been asked/)).toBeTruthy();
});
