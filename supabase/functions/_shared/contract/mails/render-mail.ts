/** A mail from a letter: subject, both parts and headers, in the language of its person. Pure. */
import { digestContent } from './digest-content.ts';
import { invitationContent } from './invitation-content.ts';
import type { Letter } from './letter.ts';
import type { MailApp, MailContent } from './mail-content.ts';
import { mailHeaders, type MailHeaders } from './mail-headers.ts';
import { mailHtml } from './mail-html.ts';
import { mailPlainText } from './mail-plain-text.ts';
import { notificationsContent } from './notifications-content.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: MailHeaders;
}

export function renderMail(letter: Letter, app: MailApp): RenderedMail {
  const content = contentOf(letter, app);
  return {
    subject: content.subject,
    html: mailHtml(content),
    text: mailPlainText(content),
    headers: mailHeaders(letter, app),
  };
}

function contentOf(letter: Letter, app: MailApp): MailContent {
  switch (letter.kind) {
    case 'invitation':
      return invitationContent(letter, app);
    case 'notifications':
      return notificationsContent(letter, app);
    case 'digest':
      return digestContent(letter, app);
  }
}
