// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { DocumentsList } from '../../../../src/app/documents/documents-list.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn<(name: string) => Promise<Reply>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ rpc: (name: string) => ({ abortSignal: () => rpc(name) }) }),
}));
beforeEach(() => void rpc.mockReset());

const me = '11111111-1111-4111-8111-111111111111';
const list = <DocumentsList userId={me} signIn={<button type="button">Sign in again</button>} />;
const row = {
  id: '22222222-2222-4222-8222-222222222222',
  title: 'Spring',
  role: 'owner',
  owner_id: me,
  owner_name: 'Ann',
  member_count: 2,
  updated_at: new Date(Date.now() - 5 * 60_000).toISOString(),
};
const answer = (data: unknown): Reply => ({ data, error: null, status: 200 });
const refusal = (message: string, status: number): Reply => ({ data: null, error: { message }, status });

test('title, role, owner, and when: relative, with the exact time behind it', async () => {
  const other = { ...row, id: me, title: ' ', role: 'viewer', owner_id: row.id, owner_name: 'Petr' };
  rpc.mockResolvedValue(answer([row, other]));
  renderInApp(list);
  const [first, second] = within(await screen.findByRole('list', { name: 'Your documents' })).getAllByRole(
    'listitem',
  );
  const link = within(first!).getByRole('link', { name: 'Spring' });
  expect(link.getAttribute('href')).toBe(`/documents/${row.id}`);
  expect(first!.textContent).toContain('by you · 2 people');
  const time = first!.querySelector('time');
  expect(time?.textContent).toBe('5 minutes ago');
  expect(time?.title).toMatch(/\d{4}/);
  expect(second!.textContent).toContain('Untitled');
  expect(second!.textContent).toContain('by Petr');
  expect(second!.textContent).toContain('Viewer');
});

test('none yet is not an empty page', async () => {
  rpc.mockResolvedValue(answer([]));
  renderInApp(list, { language: 'cs' });
  expect(await screen.findByRole('heading', { name: 'Zatím tu nic není' })).toBeTruthy();
});

test('a session that the server no longer takes leads to sign-in, not in a circle', async () => {
  rpc.mockResolvedValueOnce(refusal('PGRST301', 401));
  renderInApp(list);
  expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended');
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a refusal is told at once, and trying again brings the list', async () => {
  rpc.mockResolvedValueOnce(refusal('forbidden', 403));
  renderInApp(list);
  expect((await screen.findByRole('alert')).textContent).toContain('not allowed');
  expect(rpc).toHaveBeenCalledTimes(1);
  rpc.mockResolvedValue(answer([row]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Spring' })).toBeTruthy();
});

test('while the server is silent, the page says that it goes on trying', async () => {
  rpc.mockResolvedValue(refusal('TypeError: Failed to fetch', 0));
  renderInApp(list);
  expect(await screen.findByText(/cannot be reached.*Trying again/)).toBeTruthy();
});

test('a reply of another shape is not taken for documents', async () => {
  rpc.mockResolvedValue(answer([{ ...row, role: 'god' }]));
  renderInApp(list);
  expect(await screen.findByText(/Trying again|something unexpected/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
