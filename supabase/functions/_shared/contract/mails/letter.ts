/** All that a mail says, as `claim_mails` hands it out (`private.letter_of`). What may not be told is not in it. */
import * as z from 'zod/mini';
import { commentBody } from '../comments/comment-body.ts';
import { isLanguage, LANGUAGES, type Language } from '../languages.ts';
import { roleSchema } from '../roles.ts';

/** Kinds of notifications that a mail can tell of. */
export const MAILED_KINDS = [
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
export type MailedKind = (typeof MAILED_KINDS)[number];

/** In a link, stops mails without signing in. It gives no other right. */
const token = z.string().check(z.regex(/^[\w-]{67}$/));

const head = {
  /** Identifies the mail, also when it is sent again. */
  id: z.uuid(),
  to: z.string().check(z.minLength(3)),
  language: z.pipe(
    z.string(),
    z.transform((text): Language => (isLanguage(text) ? text : LANGUAGES[0])),
  ),
};

const invitation = z.object({
  ...head,
  kind: z.literal('invitation'),
  inviter: z.string(),
  documentId: z.uuid(),
  title: z.string(),
  role: roleSchema,
  expiresAt: z.coerce.date(),
  /** Opens the invitation: `/invitation#token`. */
  token: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  stop: z.object({ sender: token }),
});

const person = z.object({ id: z.uuid(), name: z.string(), color: z.nullable(z.int()) });

const item = z.object({
  id: z.uuid(),
  kind: z.enum(MAILED_KINDS),
  documentId: z.uuid(),
  /** Null in `access_refused`, which does not name the document. */
  title: z.nullable(z.string()),
  threadId: z.nullable(z.uuid()),
  commentId: z.nullable(z.uuid()),
  /** Null: a former member, or the server. */
  actor: z.nullable(person),
  role: z.nullable(roleSchema),
  createdAt: z.coerce.date(),
  /** The comment, if it is one. A body that this build cannot read is left out. */
  body: z.nullable(z.catch(z.nullable(commentBody), null)),
  /** The text on which the thread stands; empty if its reader may not see it. */
  quote: z.nullable(z.string()),
});

const toPerson = {
  ...head,
  /** IANA name. */
  timeZone: z.string(),
  /** Mails name neither titles nor text. */
  hidesText: z.boolean(),
};

const notifications = z.object({
  ...toPerson,
  kind: z.literal('notifications'),
  documentId: z.uuid(),
  title: z.string(),
  items: z.array(item).check(z.minLength(1)),
  /** `kind` is that of the first item. */
  stop: z.object({ all: token, document: token, kind: token }),
});

const news = z.object({
  documentId: z.uuid(),
  title: z.string(),
  /** The authors. Null: somebody without an account by now. */
  people: z.array(z.nullable(z.string())),
  /** Unread comments of others. */
  comments: z.int().check(z.nonnegative()),
  /** Notifications that came too many at once for mails of their own. */
  held: z.int().check(z.nonnegative()),
});

const digest = z.object({
  ...toPerson,
  kind: z.literal('digest'),
  items: z.array(news).check(z.minLength(1)),
  /** `kind` stops digests. */
  stop: z.object({ all: token, kind: token }),
});

export const letterSchema = z.discriminatedUnion('kind', [invitation, notifications, digest]);
export type Letter = z.infer<typeof letterSchema>;
export type InvitationLetter = z.infer<typeof invitation>;
export type NotificationsLetter = z.infer<typeof notifications>;
export type DigestLetter = z.infer<typeof digest>;
export type LetterItem = z.infer<typeof item>;
export type News = z.infer<typeof news>;
