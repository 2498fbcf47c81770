/**
 * Headers of a mail: made by a program (RFC 3834), stopped by one press in the mail program (RFC 8058), and in one conversation
 * with others about the same thread.
 */
import type { Letter } from './letter.ts';
import type { MailApp } from './mail-content.ts';
import { idHostOf, oneClickLink } from './mail-links.ts';
import { isAboutDocument } from './notifications-content.ts';

export type MailHeaders = Readonly<Record<string, string>>;

export function mailHeaders(letter: Letter, app: MailApp): MailHeaders {
  const conversation = conversationOf(letter, idHostOf(app));
  const token = oneClickToken(letter);
  return {
    ...(conversation === null ? {} : { 'In-Reply-To': conversation, References: conversation }),
    'Auto-Submitted': 'auto-generated',
    'Feedback-ID': `${letter.kind === 'notifications' ? letter.items[0]!.kind : letter.kind}:spolu`,
    ...(token === null
      ? {}
      : {
          'List-Unsubscribe': `<${oneClickLink(app, token)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  };
}

/** No mail has this id: programs group those that refer to the same one. */
function conversationOf(letter: Letter, host: string): string | null {
  if (letter.kind === 'invitation') return null;
  if (letter.kind === 'digest') return `<digest@${host}>`;
  const [thread, ...more] = new Set(letter.items.map(({ threadId }) => threadId));
  return thread && more.length === 0
    ? `<thread-${thread}@${host}>`
    : `<document-${letter.documentId}@${host}>`;
}

/**
 * The smallest grain that stops such mails. None for an invitation: it is one person's message and no list, and the program's
 * button would block that person without naming them. Its link does so.
 */
function oneClickToken(letter: Letter): string | null {
  if (letter.kind === 'invitation') return null;
  if (letter.kind === 'digest') return letter.stop.kind;
  return isAboutDocument(letter) ? letter.stop.document : letter.stop.kind;
}
