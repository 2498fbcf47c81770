/** A notification as the database returns it to its person. */
import * as z from 'zod/mini';
import { roleSchema } from '../roles.ts';

export const NOTIFICATION_KINDS = [
  'invited',
  'role_changed',
  'access_asked',
  'access_granted',
  'access_refused',
  'mentioned',
  'mentioned_in_comment',
  'replied',
  'assigned',
  'resolved',
  'commented',
  'restored',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const date = z.nullable(z.coerce.date());

const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  documentId: z.uuid(),
  threadId: z.nullable(z.uuid()),
  commentId: z.nullable(z.uuid()),
  /** The role that was given. */
  role: z.nullable(roleSchema),
  /** Unchanged, because the next page begins before it: a Date has no microseconds. */
  createdAt: z.string(),
  seenAt: date,
  doneAt: date,
  /** Null: the account was deleted. */
  actor: z.nullable(z.object({ id: z.uuid(), name: z.string(), color: z.nullable(z.int()) })),
  /** Null: the person may not know it. */
  title: z.nullable(z.string()),
  /** Of a request: it has no answer yet. */
  isOpen: z.nullable(z.boolean()),
  /** The text of the comment, for `shownBody` of `comments/thread.ts`: a page that only counts needs no grammar of it. */
  body: z.unknown(),
});
export type Notification = z.output<typeof notificationSchema>;

/** Kinds that this build does not know are left out. */
const knownNotifications = z.pipe(
  z.array(z.unknown()),
  z.transform((rows) =>
    rows.flatMap((row) => {
      const read = notificationSchema.safeParse(row);
      return read.success ? [read.data] : [];
    }),
  ),
);

/** At most so many are returned at once. */
export const NOTIFICATIONS_PAGE = 50;

/** `unseen` counts to 100. `next` is null on the last page. */
export const notificationsReply = z.pipe(
  z.object({
    unseen: z.int().check(z.nonnegative()),
    notifications: z.array(z.looseObject({ createdAt: z.string() })),
  }),
  z.transform(({ unseen, notifications }) => ({
    unseen,
    notifications: knownNotifications.parse(notifications),
    next: notifications.length < NOTIFICATIONS_PAGE ? null : (notifications.at(-1)?.createdAt ?? null),
  })),
);
export type NotificationsReply = z.output<typeof notificationsReply>;
