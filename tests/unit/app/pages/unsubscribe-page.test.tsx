// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAILED_KINDS } from '#contract/mails/letter.ts';
import { Component } from '../../../../src/app/pages/unsubscribe-page.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const request = vi.fn<(name: string, args: { p_token: string; p_undo?: boolean }) => Promise<Reply>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: { p_token: string }) => ({ abortSignal: () => request(name, args) }),
  }),
}));

const token = 't'.repeat(67);
const fine = (data: unknown): Reply => ({ data, error: null, status: 200 });
const refused = (message: string, status: number): Reply => ({ data: null, error: { message }, status });
const open = (hash = `#${token}`) => renderInApp(<Component />, { path: `/unsubscribe${hash}` });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => request.mockReset());
afterEach(cleanup);

test('opening the link stops nothing, one press does, another undoes it', async () => {
  request.mockResolvedValue(fine({ scope: 'document', documentId: 'x', title: 'Plan' }));
  open();
  await title('Stop notifications about “Plan”?');
  expect(request.mock.calls).toEqual([['preview_unsubscribe', { p_token: token }]]);

  await press('Stop notifications');
  await title('Notifications are stopped');
  expect(screen.getByRole('status').textContent).toBe('You’ll get no more notifications about “Plan”.');
  expect(request.mock.lastCall).toEqual(['unsubscribe', { p_token: token, p_undo: false }]);

  await press('Undo');
  await title('Nothing is stopped');
  expect(request.mock.lastCall).toEqual(['unsubscribe', { p_token: token, p_undo: true }]);

  await press('Stop them after all');
  await title('Notifications are stopped');
  expect(request.mock.lastCall).toEqual(['unsubscribe', { p_token: token, p_undo: false }]);
});

const SCOPES: readonly (readonly [object, string | RegExp])[] = [
  [{ scope: 'document', title: null }, 'Stop notifications about this document?'],
  [{ scope: 'kind', kind: 'mentioned_in_comment' }, 'Stop emails about mentions in comments?'],
  [{ scope: 'kind', kind: 'digest' }, 'Stop the daily summary?'],
  [{ scope: 'kind', kind: 'of tomorrow' }, 'Stop emails of this kind?'],
  [{ scope: 'all' }, 'Stop all emails?'],
  [{ scope: 'sender', name: 'Petr' }, 'Stop invitations from Petr?'],
  [{ scope: 'sender', name: null }, 'Stop invitations from this person?'],
  ...MAILED_KINDS.map((kind) => [{ scope: 'kind', kind }, /^Stop emails about [^{]+\?$/] as const),
];

test.each(SCOPES)('%j is asked for in its own words', async (mails, wanted) => {
  request.mockResolvedValue(fine(mails));
  open();
  expect(await screen.findByRole('heading', { level: 1, name: wanted })).toBeTruthy();
});

test('the finer choices lead to the settings, which invitations from a stranger have none of', async () => {
  request.mockResolvedValue(fine({ scope: 'all' }));
  open();
  await title('Stop all emails?');
  const link = screen.getByRole('link', { name: 'Notification settings' });
  expect(link.getAttribute('href')).toBe('/account#notifications');
  cleanup();

  request.mockResolvedValue(fine({ scope: 'sender', name: 'Petr' }));
  open(`#${'s'.repeat(67)}`);
  await title('Stop invitations from Petr?');
  expect(screen.queryByRole('link', { name: 'Notification settings' })).toBeNull();
});

test('a press that failed says so, and can be repeated', async () => {
  request.mockResolvedValueOnce(fine({ scope: 'all' })).mockResolvedValueOnce(refused('', 0));
  open();
  await title('Stop all emails?');
  await press('Stop emails');
  expect((await screen.findByRole('alert')).textContent).toContain('Check your connection and try again.');
  request.mockResolvedValueOnce(fine({ scope: 'all' }));
  await press('Stop emails');
  await title('Emails are stopped');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a damaged link says what to do instead', async () => {
  request.mockResolvedValue(refused('not_found', 404));
  open('#cut');
  await title('This link doesn’t work');
  expect(screen.getByRole('alert').textContent).toContain('Use the link in a newer email');
  expect(screen.getByRole('link', { name: 'Notification settings' })).toBeTruthy();
});

test('without a token the page asks for the whole link', async () => {
  open('');
  await title('This link is incomplete');
  expect(request).not.toHaveBeenCalled();
});

test('a server that cannot be reached is asked again', async () => {
  request.mockResolvedValue(refused('', 0));
  open();
  await title('The link couldn’t be checked');
  request.mockResolvedValue(fine({ scope: 'all' }));
  await press('Try again');
  await title('Stop all emails?');
});
