/** Notifications as a person reads them: the unread first, and what belongs together as one. */
import type { Notification } from '#contract/notifications/notification.ts';
import { bodyText } from '#contract/comments/body-text.ts';
import { shownBody } from '#contract/comments/thread.ts';
import { cutText } from '#contract/cut-text.ts';

const TOGETHER_MS = 3_600_000;
const MAX_EXCERPT_CHARS = 160;

export const OFTEN_KINDS = [
  'mentioned',
  'mentioned_in_comment',
  'replied',
  'assigned',
  'resolved',
  'commented',
  'restored',
] as const;
export type OftenKind = (typeof OFTEN_KINDS)[number];

export const isOften = (kind: Notification['kind']): kind is OftenKind =>
  OFTEN_KINDS.some((one) => one === kind);

export interface Group {
  /** The newest. */
  readonly first: Notification;
  readonly ids: readonly string[];
  /** Each once, the newest first; null: former members. */
  readonly actors: readonly Notification['actor'][];
  readonly isUnread: boolean;
}

/** Newest first within the unread and the read. Those that are done are left out. */
export function groupNotifications(notifications: readonly Notification[]): readonly Group[] {
  const shown = notifications.filter(({ doneAt }) => doneAt === null);
  const [unread, read] = [shown.filter((one) => !one.seenAt), shown.filter((one) => one.seenAt)];
  return [...groupsOf(unread), ...groupsOf(read)];
}

function groupsOf(notifications: readonly Notification[]): readonly Group[] {
  const groups: Notification[][] = [];
  for (const one of notifications) {
    const group = groups.find(([first]) => first && belongTogether(first, one));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const actors = new Map(group.map(({ actor }) => [actor?.id ?? null, actor]));
    const ids = group.map(({ id }) => id);
    return [{ first, ids, actors: [...actors.values()], isUnread: first.seenAt === null }];
  });
}

const timeOf = ({ createdAt }: Notification): number => Date.parse(createdAt);

const belongTogether = (first: Notification, other: Notification): boolean =>
  isOften(first.kind) &&
  first.kind === other.kind &&
  first.documentId === other.documentId &&
  Math.abs(timeOf(first) - timeOf(other)) <= TOGETHER_MS;

/** The text of a comment, or null. */
export function excerptOf({ body }: Notification): string | null {
  const shown = shownBody.parse(body);
  const text = shown && bodyText(shown);
  if (!text) return null;
  const start = cutText(text, MAX_EXCERPT_CHARS);
  return start === text ? text : `${start.trimEnd()}…`;
}
