import { cleanName, withoutLinks } from './clean-data.ts';
import type { InvitationLetter } from './letter.ts';
import type { MailApp, MailContent } from './mail-content.ts';
import { hostOf, invitationLink, stopLink } from './mail-links.ts';
import { mailTexts } from './texts.ts';

/**
 * An invitation may come from a stranger, so it has no text of theirs but name and title, and no link of theirs. The day is that in
 * UTC: the time zone of an address without an account is unknown.
 */
export function invitationContent(letter: InvitationLetter, app: MailApp): MailContent {
  const { language } = letter;
  const { invitation: texts, someone, untitled } = mailTexts(language);
  const who = withoutLinks(cleanName(letter.inviter)) || someone;
  const title = withoutLinks(cleanName(letter.title)) || untitled;
  const heading = texts.says({ who, title, role: letter.role });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    subject: heading,
    heading,
    paragraphs: [texts.intro, texts.until(letter.to, day.format(letter.expiresAt))],
    entries: [],
    more: null,
    action: { label: texts.open, url: invitationLink(app, letter.token) },
    reason: texts.reason(who, hostOf(app)),
    stops: [{ label: texts.isStranger, url: stopLink(app, letter.stop.sender) }],
  };
}
