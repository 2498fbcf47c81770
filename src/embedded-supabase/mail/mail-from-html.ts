import type { Mail } from './mailer.ts';
import { firstLinkOf, languageOf, textOf } from './read-html.ts';

/** Runs of blanks, and characters that break a header or reorder the text in an inbox. */
const UNPRINTABLE = /[\s\p{Cc}\p{Bidi_Control}]+/gu;

/** The email of this HTML: its text, language and first link are read from it, and its subject is one line. */
export function mailFromHtml(mail: Omit<Mail, 'text' | 'locale' | 'action_link'>): Mail {
  return {
    ...mail,
    subject: mail.subject.replaceAll(UNPRINTABLE, ' ').trim(),
    text: textOf(mail.html),
    locale: languageOf(mail.html),
    action_link: firstLinkOf(mail.html),
  };
}
