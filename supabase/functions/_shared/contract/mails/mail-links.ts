/** Addresses of the app in mails. None of them signs anybody in, and opening one changes nothing. */
import type { MailApp } from './mail-content.ts';

const at = ({ url }: MailApp, path: string): string => url.replace(/\/+$/, '') + path;

export const listLink = (app: MailApp): string => at(app, '/documents');

export const documentLink = (app: MailApp, documentId: string): string => at(app, `/documents/${documentId}`);

export const commentLink = (app: MailApp, documentId: string, threadId: string): string =>
  `${documentLink(app, documentId)}?comment=${threadId}`;

export const historyLink = (app: MailApp, documentId: string): string =>
  `${documentLink(app, documentId)}/history`;

export const invitationLink = (app: MailApp, token: string): string => at(app, `/invitation#${token}`);

/** Shows what the token would stop. The part behind # reaches no server, and so no log. */
export const stopLink = (app: MailApp, token: string): string => at(app, `/unsubscribe#${token}`);

/** Stops at once, by POST (RFC 8058). */
export const oneClickLink = ({ functionsUrl }: MailApp, token: string): string =>
  `${functionsUrl.replace(/\/+$/, '')}/unsubscribe?t=${token}`;

export const hostOf = ({ url }: MailApp): string => new URL(url).host;

/** The right side of message ids. A port may not be in it. */
export const idHostOf = ({ url }: MailApp): string => new URL(url).hostname;
