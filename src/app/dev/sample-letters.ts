/** One letter of each kind that mails are written from, for `/dev/mails` and for tests. */
import type { Language } from '#contract/languages.ts';
import {
  MAILED_KINDS,
  type DigestLetter,
  type InvitationLetter,
  type Letter,
  type LetterItem,
  type MailedKind,
  type NotificationsLetter,
} from '#contract/mails/letter.ts';

interface Words {
  readonly names: readonly [string, string, string, string];
  readonly title: string;
  readonly otherTitle: string;
  readonly quote: string;
  readonly comment: readonly string[];
  readonly reply: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  'en-US': {
    names: ['Ann Baker', 'Bob Clark', 'Eve Miles', 'Dan Stone'],
    title: 'Spring trip',
    otherTitle: 'Minutes of the November meeting about the new house rules',
    quote: 'We leave on Friday at seven in the morning',
    comment: [
      'Can we leave at nine instead? The first train that stops at all three stations goes at 9:12.',
      'I would bring the tickets.',
    ],
    reply: 'Nine is fine with me.',
  },
  cs: {
    names: ['Jana Nováková', 'Petr Malý', 'Žofie Králová', 'Jiří Dvořák'],
    title: 'Jarní výlet',
    otherTitle: 'Zápis z listopadové schůze o nových pravidlech domu',
    quote: 'Vyjíždíme v pátek v sedm ráno',
    comment: [
      'Nemohli bychom vyjet až v devět? První vlak, který staví na všech třech nádražích, jede v 9.12.',
      'Lístky bych vzala já.',
    ],
    reply: 'Devět mi vyhovuje.',
  },
};

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const token = (sign: string): string => sign.repeat(67);

const DOCUMENT = uuid(1);
const STOP = { all: token('a'), document: token('d'), kind: token('k') };

const paragraphs = (lines: readonly string[]): LetterItem['body'] => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] })),
});

const ABOUT_COMMENTS: ReadonlySet<MailedKind> = new Set([
  'mentioned_in_comment',
  'replied',
  'assigned',
  'resolved',
  'commented',
]);

export function sampleItem(language: Language, kind: MailedKind, number = 0): LetterItem {
  const words = WORDS[language];
  const isComment = ABOUT_COMMENTS.has(kind);
  const lines = kind === 'replied' ? [words.reply] : words.comment;
  return {
    id: uuid(100 + number),
    kind,
    documentId: DOCUMENT,
    title: kind === 'access_refused' ? null : words.title,
    threadId: isComment ? uuid(10 + number) : null,
    commentId: isComment && kind !== 'resolved' ? uuid(20 + number) : null,
    actor: { id: uuid(30 + number), name: words.names[number % 4]!, color: null },
    role: kind === 'role_changed' || kind === 'access_granted' ? 'commenter' : null,
    createdAt: new Date(Date.UTC(2026, 10, 29, 13, 5 + number)),
    body: isComment && kind !== 'resolved' ? paragraphs(lines) : null,
    quote: isComment ? words.quote : null,
  };
}

export const sampleNotifications = (
  language: Language,
  items: readonly LetterItem[],
  hidesText = false,
): NotificationsLetter => ({
  kind: 'notifications',
  id: uuid(2),
  to: 'reader@example.com',
  language,
  timeZone: 'Europe/Prague',
  hidesText,
  documentId: DOCUMENT,
  title: WORDS[language].title,
  items: [...items],
  stop: STOP,
});

export const sampleInvitation = (language: Language): InvitationLetter => ({
  kind: 'invitation',
  id: uuid(2),
  to: 'reader@example.com',
  language,
  inviter: WORDS[language].names[0],
  documentId: DOCUMENT,
  title: WORDS[language].title,
  role: 'editor',
  expiresAt: new Date(Date.UTC(2026, 11, 6, 13, 5)),
  token: '0123456789abcdef'.repeat(4),
  stop: { sender: token('s') },
});

export function sampleDigest(language: Language, hidesText = false): DigestLetter {
  const { names, title, otherTitle } = WORDS[language];
  return {
    kind: 'digest',
    id: uuid(2),
    to: 'reader@example.com',
    language,
    timeZone: 'Europe/Prague',
    hidesText,
    items: [
      { documentId: uuid(3), title: otherTitle, people: [...names], comments: 5, held: 0 },
      { documentId: DOCUMENT, title, people: [names[1]], comments: 1, held: 2 },
      { documentId: uuid(4), title: '', people: [], comments: 2, held: 0 },
    ],
    stop: { all: STOP.all, kind: STOP.kind },
  };
}

/** By the name of the sample. */
export const sampleLetters = (language: Language): Readonly<Record<string, Letter>> => ({
  invitation: sampleInvitation(language),
  ...Object.fromEntries(
    MAILED_KINDS.map((kind) => [kind, sampleNotifications(language, [sampleItem(language, kind)])]),
  ),
  'three comments': sampleNotifications(language, [
    sampleItem(language, 'commented'),
    sampleItem(language, 'replied', 1),
    sampleItem(language, 'mentioned_in_comment', 2),
  ]),
  'several kinds': sampleNotifications(language, [
    sampleItem(language, 'access_asked'),
    sampleItem(language, 'mentioned', 1),
    sampleItem(language, 'assigned', 2),
    sampleItem(language, 'restored', 3),
  ]),
  'hidden text': sampleNotifications(language, [sampleItem(language, 'replied')], true),
  digest: sampleDigest(language),
  'digest, hidden text': sampleDigest(language, true),
});
