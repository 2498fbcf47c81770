import { cleanName, cleanQuote, commentLines } from './clean-data.ts';
import { listOf } from './count-words.ts';
import { formatWhen } from './format-when.ts';
import type { LetterItem, MailedKind, NotificationsLetter } from './letter.ts';
import type { MailApp, MailContent, MailEntry, MailLink } from './mail-content.ts';
import { commentLink, documentLink, historyLink, listLink, stopLink } from './mail-links.ts';
import type { MailTexts, Told } from './mail-texts.ts';
import { mailTexts } from './texts.ts';

const MAX_ENTRIES = 20;
/** Named before "and 2 others". */
const MAX_NAMES = 3;

/** These are told whatever a person chose for the document, as in `private.is_about_access`. */
const ABOUT_ACCESS: ReadonlySet<MailedKind> = new Set([
  'role_changed',
  'access_asked',
  'access_granted',
  'access_refused',
]);
const COMMENTS: ReadonlySet<MailedKind> = new Set([
  'mentioned_in_comment',
  'replied',
  'assigned',
  'commented',
]);

/** Whether choosing nothing for the document stops mails like this one. */
export const isAboutDocument = ({ items }: NotificationsLetter): boolean =>
  items.some(({ kind }) => !ABOUT_ACCESS.has(kind));

export function notificationsContent(letter: NotificationsLetter, app: MailApp): MailContent {
  const { language, items } = letter;
  const texts = mailTexts(language);
  const shown = items.slice(0, MAX_ENTRIES);
  const isAlone = items.length === 1;
  const subject = subjectOf(letter, texts);
  const clauses = new Set(items.map(({ kind }) => texts.notifications.reasons[kind]));
  return {
    language,
    subject,
    heading: subject,
    paragraphs: [],
    entries: shown.map((item) => entryOf(item, letter, app, isAlone)),
    more: items.length > shown.length ? texts.notifications.more(items.length - shown.length) : null,
    action: isAlone ? linkOf(items[0]!, app, texts) : openAll(letter, app, texts),
    reason: texts.notifications.reason([...clauses]),
    stops: stopsOf(letter, app, texts),
  };
}

function subjectOf(letter: NotificationsLetter, texts: MailTexts): string {
  const { items, language, hidesText } = letter;
  const [first] = items;
  // The answer to a refused request does not name the document.
  const isNamed = !hidesText && items.some(({ title }) => title !== null);
  const title = isNamed ? cleanName(letter.title) || texts.untitled : null;
  const { says, comments, events } = texts.notifications;
  if (items.length === 1) return says[first!.kind](toldOf(first!, title, texts));
  const names = [...new Set(items.map((item) => nameOf(item, texts)))];
  const more = names.length - MAX_NAMES;
  const who =
    more > 1 ? texts.andOthers(names.slice(0, MAX_NAMES).join(', '), more) : listOf(language, names);
  const told = { who, title, role: null };
  return items.every(({ kind }) => COMMENTS.has(kind))
    ? comments(told, items.length)
    : events(told, items.length);
}

const nameOf = ({ actor }: LetterItem, { someone }: MailTexts): string =>
  cleanName(actor?.name ?? '') || someone;

const toldOf = (item: LetterItem, title: string | null, texts: MailTexts): Told => ({
  who: nameOf(item, texts),
  title,
  role: item.role,
});

function entryOf(item: LetterItem, letter: NotificationsLetter, app: MailApp, isAlone: boolean): MailEntry {
  const { language, timeZone, hidesText } = letter;
  const texts = mailTexts(language);
  const quote = hidesText ? '' : cleanQuote(item.quote ?? '');
  return {
    heading: isAlone ? null : texts.notifications.saysShortly[item.kind](toldOf(item, null, texts)),
    when: formatWhen(item.createdAt, language, timeZone),
    quote: quote === '' ? null : quote,
    lines: linesOf(item, letter, texts),
    link: isAlone ? null : linkOf(item, app, texts),
  };
}

function linesOf(
  { kind, body }: LetterItem,
  { hidesText }: NotificationsLetter,
  texts: MailTexts,
): readonly string[] {
  if (kind === 'access_asked') return [texts.notifications.howToAnswer];
  return hidesText || body === null ? [] : commentLines(body);
}

function linkOf({ kind, documentId, threadId }: LetterItem, app: MailApp, texts: MailTexts): MailLink {
  const { openList, openHistory, openComment, openDocument } = texts.notifications;
  if (kind === 'access_refused') return { label: openList, url: listLink(app) };
  if (kind === 'restored') return { label: openHistory, url: historyLink(app, documentId) };
  if (threadId === null) return { label: openDocument, url: documentLink(app, documentId) };
  return { label: openComment, url: commentLink(app, documentId, threadId) };
}

function openAll({ items, documentId }: NotificationsLetter, app: MailApp, texts: MailTexts): MailLink {
  const { openList, openDocument } = texts.notifications;
  return items.every(({ kind }) => kind === 'access_refused')
    ? { label: openList, url: listLink(app) }
    : { label: openDocument, url: documentLink(app, documentId) };
}

function stopsOf(letter: NotificationsLetter, app: MailApp, { stop }: MailTexts): readonly MailLink[] {
  const [first] = letter.items;
  const { document, kind, all } = letter.stop;
  return [
    ...(isAboutDocument(letter) ? [{ label: stop.document, url: stopLink(app, document) }] : []),
    { label: stop.kinds[first!.kind], url: stopLink(app, kind) },
    { label: stop.all, url: stopLink(app, all) },
  ];
}
