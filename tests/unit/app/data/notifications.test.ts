import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import {
  forgiveMyAddress,
  mailProblemQuery,
  markNotifications,
  notificationSettingsQuery,
  notifyMention,
  notificationsQuery,
  refreshNotifications,
  saveNotificationSettings,
  setWatch,
  watchQuery,
} from '../../../../src/app/data/notifications.ts';

let reply: { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (...args: unknown[]) => {
      rpc(...args);
      return { abortSignal: () => Promise.resolve(reply) };
    },
  }),
}));

const id = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;
const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Why?' }] }] };
const row = {
  id: id(1),
  kind: 'replied',
  documentId: id(2),
  threadId: id(3),
  commentId: id(4),
  role: null,
  createdAt: '2026-11-29T10:00:00.123456+00:00',
  seenAt: null,
  doneAt: null,
  actor: { id: id(5), name: 'Jana', color: null },
  title: 'Plan',
  isOpen: null,
  body: body as unknown,
};
const settings = {
  levels: { replied: 'app' as const },
  mails: true,
  hidesText: false,
  timeZone: 'Europe/Prague',
  quietFrom: '22:00',
  quietTo: '06:30',
  digestHour: null,
};
const answer = (data: unknown) => (reply = { data, error: null, status: 200 });
let client: QueryClient;

beforeEach(() => {
  rpc.mockClear();
  reply = { data: null, error: null, status: 204 };
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

test('a kind that this build does not know is left out, and the others are listed', async () => {
  answer({ unseen: 2, notifications: [{ ...row, kind: 'poked' }, row] });
  const { unseen, notifications, next } = await client.fetchQuery(notificationsQuery());
  expect(unseen).toBe(2);
  expect(notifications).toEqual([row]);
  expect(next).toBeNull();
});

test('a full page is followed by what is older than its last row, to the microsecond', async () => {
  const odd = { ...row, kind: 'poked', createdAt: '2026-11-29T09:00:00.000001+00:00' };
  answer({ unseen: 0, notifications: [...Array.from({ length: 49 }, () => row), odd] });
  const { notifications } = await client.fetchQuery(notificationsQuery(true, 2));
  expect(notifications).toHaveLength(98);
  expect(rpc).toHaveBeenCalledTimes(2);
  expect(rpc).toHaveBeenLastCalledWith('list_notifications', {
    p_only_mine: true,
    p_before: '2026-11-29T09:00:00.000001+00:00',
  });
});

test('a refresh asks again', async () => {
  answer({ unseen: 1, notifications: [row] });
  await client.fetchQuery(notificationsQuery());
  await refreshNotifications(client);
  expect(client.getQueryState(notificationsQuery().queryKey)?.isInvalidated).toBe(true);
});

test('a mark is shown at once, and counted', async () => {
  const read = { ...row, id: id(6), seenAt: '2026-11-29T10:00:00Z' };
  answer({ unseen: 7, notifications: [row, read] });
  const { queryKey } = notificationsQuery();
  await client.fetchQuery(notificationsQuery());
  const shown = () => client.getQueryData(queryKey);
  await markNotifications(client, 'done', [id(1), id(6)]);
  expect(rpc).toHaveBeenLastCalledWith('mark_notifications', { p_mark: 'done', p_ids: [id(1), id(6)] });
  expect(shown()?.unseen).toBe(6);
  expect(shown()?.notifications.map(({ doneAt }) => doneAt !== null)).toEqual([true, true]);
  await markNotifications(client, 'unseen', [id(1)]);
  expect(shown()?.unseen).toBe(7);
  expect(shown()?.notifications[0]).toMatchObject({ seenAt: null, doneAt: null });
  await markNotifications(client, 'seen');
  expect(rpc).toHaveBeenLastCalledWith('mark_notifications', { p_mark: 'seen' });
  expect(shown()?.unseen).toBe(0);
  expect(shown()?.notifications[1]?.doneAt).not.toBeNull();
});

test('a mark that the server refuses is read again', async () => {
  answer({ unseen: 1, notifications: [row] });
  await client.fetchQuery(notificationsQuery());
  reply = { data: null, error: { message: 'rate_limited' }, status: 429 };
  await expect(markNotifications(client, 'seen')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(client.getQueryState(notificationsQuery().queryKey)?.isInvalidated).toBe(true);
});

test('a mention is named by its Yjs id, and a refusal has its code', async () => {
  reply = { data: null, error: { message: 'user_not_found' }, status: 404 };
  const telling = notifyMention(id(2), { userId: id(5), client: 7, clock: 42 });
  await expect(telling).rejects.toThrow(ApiError);
  expect(rpc).toHaveBeenCalledWith('notify_mention', {
    p_document: id(2),
    p_user: id(5),
    p_client: 7,
    p_clock: 42,
  });
});

test('settings are read and replaced', async () => {
  answer(settings);
  expect(await client.fetchQuery(notificationSettingsQuery())).toEqual(settings);
  const next = { ...settings, mails: false };
  await saveNotificationSettings(next);
  expect(rpc).toHaveBeenLastCalledWith('save_notification_settings', { p_settings: next });
});

test('settings with a time that is none are not taken', async () => {
  answer({ ...settings, quietFrom: '24:00' });
  await expect(client.fetchQuery(notificationSettingsQuery())).rejects.toMatchObject({
    code: 'unexpected_reply',
  });
});

test('the watch of a document is read and chosen', async () => {
  answer({ level: 'mine', isChosen: false });
  expect(await client.fetchQuery(watchQuery(id(2)))).toEqual({ level: 'mine', isChosen: false });
  await setWatch(client, id(2), 'none');
  expect(client.getQueryData(watchQuery(id(2)).queryKey)).toEqual({ level: 'none', isChosen: true });
});

test('an address that refused mails is tried again', async () => {
  answer({ address: 'jana@example.com', reason: 'bounced', since: '2026-11-29T10:00:00Z' });
  expect((await client.fetchQuery(mailProblemQuery()))?.address).toBe('jana@example.com');
  await forgiveMyAddress(client);
  expect(client.getQueryData(mailProblemQuery().queryKey)).toBeNull();
});
