/** Notifications of the user, and how they want to be told. */
import { readAgain } from './read-again.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { notificationsReply, type NotificationsReply } from '#contract/notifications/notification.ts';
import {
  mailProblem,
  notificationSettings,
  watchReply,
  type NotificationSettings,
  type Watch,
} from '#contract/notifications/settings.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import type { Database } from './database.types.ts';
import { PATHS } from './paths.ts';
import { getSupabase } from './supabase.ts';

/** The section of the account page. */
export const NOTIFICATIONS_SECTION = 'notifications';
export const ACCOUNT_NOTIFICATIONS = `${PATHS.account}#${NOTIFICATIONS_SECTION}`;

const NOTIFICATIONS_KEY = ['notifications'] as const;

/** Catches what no message said. */
const SURE_POLL_MS = 300_000;

/** The newest, so many pages, and how many are unseen. `onlyMine`: without what merely happened in watched documents. */
export const notificationsQuery = (onlyMine = false, pages = 1) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS_KEY, onlyMine, pages],
    queryFn: () => listNotifications(onlyMine, pages),
    refetchInterval: SURE_POLL_MS,
    // The title of a hidden tab has the count, too.
    refetchIntervalInBackground: true,
    staleTime: 1000,
    placeholderData: (before: NotificationsReply | undefined) => before,
  });

async function listNotifications(onlyMine: boolean, pages: number): Promise<NotificationsReply> {
  let all = await listBefore(onlyMine, null);
  for (let page = 1; page < pages && all.next !== null; page += 1) {
    const { notifications, next } = await listBefore(onlyMine, all.next);
    all = { ...all, notifications: [...all.notifications, ...notifications], next };
  }
  return all;
}

function listBefore(onlyMine: boolean, before: string | null): Promise<NotificationsReply> {
  const request = getSupabase().rpc('list_notifications', {
    p_only_mine: onlyMine,
    ...(before === null ? {} : { p_before: before }),
  });
  return askDatabase(request.abortSignal(timeLimit()), notificationsReply);
}

export async function refreshNotifications(client: QueryClient): Promise<void> {
  await readAgain(client, NOTIFICATIONS_KEY);
}

type Mark = 'seen' | 'unseen' | 'done';

/** Shown at once. Without ids, all. */
export async function markNotifications(
  client: QueryClient,
  mark: Mark,
  ids?: readonly string[],
): Promise<void> {
  await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
  client.setQueriesData<NotificationsReply>(
    { queryKey: NOTIFICATIONS_KEY },
    (reply) => reply && showMark(reply, mark, ids),
  );
  try {
    await change('mark_notifications', { p_mark: mark, ...(ids ? { p_ids: [...ids] } : {}) });
  } catch (error) {
    await refreshNotifications(client);
    throw error;
  }
}

/** Pure. Notifications that are not listed count too when all are marked. */
export function showMark(
  { unseen, notifications, next }: NotificationsReply,
  mark: Mark,
  ids?: readonly string[],
): NotificationsReply {
  const isMarked = ({ id }: { readonly id: string }): boolean => ids?.includes(id) ?? true;
  const changed = notifications.filter(
    (one) => isMarked(one) && (mark === 'unseen') === (one.seenAt !== null),
  ).length;
  const now = new Date();
  return {
    unseen: mark === 'unseen' ? unseen + changed : ids ? Math.max(0, unseen - changed) : 0,
    notifications: notifications.map((one) =>
      isMarked(one)
        ? {
            ...one,
            seenAt: mark === 'unseen' ? null : (one.seenAt ?? now),
            doneAt: mark === 'seen' ? one.doneAt : mark === 'done' ? now : null,
          }
        : one,
    ),
    next,
  };
}

/** Marks as seen all that the user was told of a document, except comments and requests. */
export const seeDocument = (documentId: string): Promise<void> =>
  change('see_document', { p_document: documentId });

/** Client and clock: the Yjs id of a mention in the text. */
export interface MentionId {
  readonly userId: string;
  readonly client: number;
  readonly clock: number;
}

export const notifyMention = (documentId: string, mention: MentionId): Promise<void> =>
  change('notify_mention', argsOf(documentId, mention));

export const takeBackMention = (documentId: string, mention: MentionId): Promise<void> =>
  change('take_back_mention', argsOf(documentId, mention));

const argsOf = (documentId: string, { userId, client, clock }: MentionId) => ({
  p_document: documentId,
  p_user: userId,
  p_client: client,
  p_clock: clock,
});

const SETTINGS_KEY = ['notification-settings'] as const;

export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('my_notification_settings').abortSignal(timeLimit()),
        notificationSettings,
      ),
  });

export const saveNotificationSettings = (settings: NotificationSettings): Promise<void> =>
  change('save_notification_settings', { p_settings: settings });

export async function refreshNotificationSettings(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: SETTINGS_KEY });
}

/** The time zone of the browser, kept if none was chosen before. */
export const meetTimeZone = (timeZone: string): Promise<void> =>
  change('meet_time_zone', { p_time_zone: timeZone });

const watchKey = (documentId: string) => ['watch', documentId] as const;

export const watchQuery = (documentId: string) =>
  queryOptions({
    queryKey: watchKey(documentId),
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('my_watch', { p_document: documentId }).abortSignal(timeLimit()),
        watchReply,
      ),
  });

export async function setWatch(client: QueryClient, documentId: string, level: Watch): Promise<void> {
  await change('set_watch', { p_document: documentId, p_level: level });
  client.setQueryData(watchKey(documentId), { level, isChosen: true });
}

const PROBLEM_KEY = ['mail-problem'] as const;

/** Why no mail is sent to the user's address, or null. */
export const mailProblemQuery = () =>
  queryOptions({
    queryKey: PROBLEM_KEY,
    queryFn: () => askDatabase(getSupabase().rpc('my_mail_problem').abortSignal(timeLimit()), mailProblem),
  });

export async function forgiveMyAddress(client: QueryClient): Promise<void> {
  await change('forgive_my_address', {});
  client.setQueryData(PROBLEM_KEY, null);
}

type Change =
  | 'mark_notifications'
  | 'see_document'
  | 'notify_mention'
  | 'take_back_mention'
  | 'save_notification_settings'
  | 'meet_time_zone'
  | 'set_watch'
  | 'forgive_my_address';

async function change<Name extends Change>(
  name: Name,
  args: Database['public']['Functions'][Name]['Args'],
): Promise<void> {
  const request = getSupabase().rpc(name as never, args as never);
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
}
