import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Notification } from '#contract/notifications/notification.ts';
import { ListHead } from '../../../../src/app/notifications/list-head.tsx';
import { NotificationList } from '../../../../src/app/notifications/notification-list.tsx';
import { renderInApp } from '../render-in-app.tsx';
import { EVA, notification, PETR, THREAD, PLAN } from './fake-notifications.ts';

let rows: Notification[];
let failing = false;
const rpc = vi.fn();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: { p_mark?: string; p_ids?: string[]; p_before?: string }) => {
      rpc(name, args);
      return { abortSignal: async () => answer(name, args) };
    },
  }),
}));

function answer(name: string, { p_before: before }: { p_before?: string }) {
  if (name !== 'list_notifications')
    return { data: null, error: failing ? { message: 'rate_limited' } : null, status: failing ? 429 : 204 };
  const unseen = rows.filter(({ seenAt }) => !seenAt).length;
  const older = rows.filter(({ createdAt }) => before === undefined || createdAt < before);
  return { data: { unseen, notifications: older.slice(0, 50) }, error: null, status: 200 };
}

const Answer = () => <button type="button">Allow</button>;
const list = <NotificationList onlyMine={false} Answer={Answer} />;
const links = () => screen.getAllByRole('link').map((link) => link.textContent.replaceAll('\u00a0', ' '));

beforeEach(() => {
  rpc.mockClear();
  failing = false;
  rows = [
    notification(0, { kind: 'mentioned', threadId: null, body: null }),
    notification(30),
    notification(31, { actor: PETR }),
    notification(32, { actor: EVA }),
  ];
});

test('what belongs together is one line, which leads to the newest thread', async () => {
  renderInApp(list);
  const link = await screen.findByRole('link', { name: 'Jana and 2 others commented on “Plan”' });
  expect(link.getAttribute('href')).toBe(`/documents/${PLAN}?comment=${THREAD}`);
  expect(links()[0]).toBe('Jana mentioned you in “Plan”');
});

test('in Czech, names stay in the nominative', async () => {
  renderInApp(list, { language: 'cs' });
  await waitFor(() => expect(links()[1]).toBe('Jana a 2 další: komentáře k dokumentu „Plan“'));
});

test('J and K go through the lines, E marks as done, and Undo takes it back', async () => {
  renderInApp(list);
  await screen.findAllByRole('link');
  const user = userEvent.setup();
  await user.keyboard('jj');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /commented/ }));
  await user.keyboard('k');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /mentioned/ }));
  const [mentioned] = rows;
  await user.keyboard('e');
  expect(rpc).toHaveBeenCalledWith('mark_notifications', { p_mark: 'done', p_ids: [mentioned?.id] });
  await waitFor(() => expect(links()).toEqual(['Jana and 2 others commented on “Plan”']));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /commented/ }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(links()).toHaveLength(2));
  expect(rpc).toHaveBeenLastCalledWith('mark_notifications', { p_mark: 'unseen', p_ids: [mentioned?.id] });
});

test('opening a line marks all of it as seen', async () => {
  const onLeave = vi.fn();
  renderInApp(<NotificationList onlyMine={false} Answer={Answer} onLeave={onLeave} />);
  await userEvent.click(await screen.findByRole('link', { name: /commented/ }));
  const ids = rows.slice(1).map(({ id }) => id);
  expect(rpc).toHaveBeenCalledWith('mark_notifications', { p_mark: 'seen', p_ids: ids });
  expect(onLeave).toHaveBeenCalled();
});

test('all are marked as read, also those that are not listed', async () => {
  renderInApp(
    <>
      <ListHead shown="all" onShow={() => undefined} />
      {list}
    </>,
  );
  await screen.findAllByText('Unread');
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(rpc).toHaveBeenCalledWith('mark_notifications', { p_mark: 'seen' });
  await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
  const button = screen.getByRole('button', { name: 'Mark all as read' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('a mark that fails is taken back, and said', async () => {
  renderInApp(list);
  await screen.findAllByText('Unread');
  failing = true;
  await userEvent.keyboard('je');
  await screen.findByRole('alert');
  await waitFor(() => expect(screen.getAllByText('Unread')).toHaveLength(2));
});

test('an open request is answered in place; a refusal leads nowhere', async () => {
  rows = [
    notification(0, { kind: 'access_asked', threadId: null, body: null, isOpen: true, actor: PETR }),
    notification(1, { kind: 'access_asked', threadId: null, body: null, isOpen: false, actor: EVA }),
    notification(2, { kind: 'access_refused', threadId: null, body: null, title: null }),
  ];
  renderInApp(list);
  const asked = await screen.findByRole('link', { name: 'Petr requests access to “Plan”' });
  within(asked.closest('li')!).getByRole('button', { name: 'Allow' });
  expect(screen.getAllByRole('button', { name: 'Allow' })).toHaveLength(1);
  screen.getByRole('button', { name: 'Jana declined your request for access to a document' });
});

test('older ones are shown on request', async () => {
  rows = Array.from({ length: 70 }, (_, at) => notification(at * 61));
  renderInApp(list);
  await waitFor(() => expect(links()).toHaveLength(50));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(links()).toHaveLength(70));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('without any, a sentence says what will be here', async () => {
  rows = [];
  renderInApp(list);
  await screen.findByRole('heading', { name: 'You’re all caught up' });
});
