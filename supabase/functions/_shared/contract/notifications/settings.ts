/** How a person is told. `private.check_settings` in the database refuses all others. */
import * as z from 'zod/mini';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification.ts';

/** `mail` includes `app`. */
export const LEVELS = ['off', 'app', 'mail'] as const;
export type Level = (typeof LEVELS)[number];

/** Of a document: all changes, only those that concern the person, or none. */
export const WATCHES = ['all', 'mine', 'none'] as const;
export type Watch = (typeof WATCHES)[number];

const time = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/));

export const notificationSettings = z.object({
  /** Kinds that are missing have their default. */
  levels: z.partialRecord(z.enum(NOTIFICATION_KINDS), z.enum(LEVELS)),
  /** False: no mails at all. */
  mails: z.boolean(),
  /** Mails name neither titles nor texts. */
  hidesText: z.boolean(),
  /** IANA name; null: not known yet. */
  timeZone: z.nullable(z.string()),
  /** No mails between these times of the day, which may span midnight; both are null, or none. */
  quietFrom: z.nullable(time),
  quietTo: z.nullable(time),
  /** Null: no digest. */
  digestHour: z.nullable(z.int().check(z.minimum(0), z.maximum(23))),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

/** As `private.default_level`. */
const ONLY_IN_APP: ReadonlySet<NotificationKind> = new Set([
  'role_changed',
  'resolved',
  'commented',
  'restored',
]);

export const levelOf = ({ levels }: Pick<NotificationSettings, 'levels'>, kind: NotificationKind): Level =>
  levels[kind] ?? (ONLY_IN_APP.has(kind) ? 'app' : 'mail');

/** `isChosen`: else it follows from what the person did in the document. */
export const watchReply = z.object({ level: z.enum(WATCHES), isChosen: z.boolean() });

/** Null: mails arrive. */
export const mailProblem = z.nullable(
  z.object({ address: z.string(), reason: z.string(), since: z.coerce.date() }),
);
