/** Builds the message of a mail, and reads it with another library than the one that built it. */
import { simpleParser, type ParsedMail } from 'mailparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { RenderedMail } from '#contract/mails/render-mail.ts';

export interface Received {
  readonly raw: string;
  readonly mail: ParsedMail;
  readonly header: (name: string) => string | undefined;
}

export async function composeMail({ subject, html, text, headers }: RenderedMail): Promise<Received> {
  const message = { from: 'Spolu <spolu@example.com>', to: 'reader@example.com', subject, html, text };
  const composer = new MailComposer({ ...message, headers: { ...headers }, newline: 'windows' });
  const built = await composer.compile().build();
  const mail = await simpleParser(built, { skipTextToHtml: true, skipHtmlToText: true });
  const header = (name: string): string | undefined =>
    mail.headerLines.find(({ key }) => key === name.toLowerCase())?.line.replace(/^[^:]*:\s*/, '');
  return { raw: built.toString('utf8'), mail, header };
}
