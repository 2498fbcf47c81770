import { cleanName } from './clean-data.ts';
import { listOf } from './count-words.ts';
import type { DigestLetter, News } from './letter.ts';
import type { MailApp, MailContent, MailEntry } from './mail-content.ts';
import { documentLink, listLink, stopLink } from './mail-links.ts';
import { mailTexts } from './texts.ts';

const MAX_ENTRIES = 20;
/** Named before "and 2 others". */
const MAX_NAMES = 5;

export function digestContent(letter: DigestLetter, app: MailApp): MailContent {
  const { language, items, hidesText, stop } = letter;
  const { digest: texts, stop: stops, untitled } = mailTexts(language);
  const first = hidesText ? null : cleanName(items[0]!.title) || untitled;
  const shown = items.slice(0, MAX_ENTRIES);
  return {
    language,
    subject: texts.subject(first, items.length),
    heading: texts.heading,
    paragraphs: [],
    entries: shown.map((news) => entryOf(news, letter, app)),
    more: items.length > shown.length ? texts.more(items.length - shown.length) : null,
    action: { label: texts.openList, url: listLink(app) },
    reason: texts.reason,
    stops: [
      { label: stops.kinds.digest, url: stopLink(app, stop.kind) },
      { label: stops.all, url: stopLink(app, stop.all) },
    ],
  };
}

function entryOf(news: News, { language, hidesText }: DigestLetter, app: MailApp): MailEntry {
  const { digest: texts, someDocument, untitled } = mailTexts(language);
  const title = cleanName(news.title) || untitled;
  return {
    heading: hidesText ? someDocument : title,
    when: null,
    quote: null,
    lines: [
      ...(news.people.length > 0 ? [texts.people(namesOf(news, language))] : []),
      ...(news.comments > 0 ? [texts.comments(news.comments)] : []),
      ...(news.held > 0 ? [texts.held(news.held)] : []),
    ],
    link: { label: texts.openDocument, url: documentLink(app, news.documentId) },
  };
}

function namesOf({ people }: News, language: DigestLetter['language']): string {
  const { someone, andOthers } = mailTexts(language);
  const names = people.map((name) => cleanName(name ?? '') || someone);
  const more = names.length - MAX_NAMES;
  return more > 1 ? andOthers(names.slice(0, MAX_NAMES).join(', '), more) : listOf(language, names);
}
