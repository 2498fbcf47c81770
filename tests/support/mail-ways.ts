/** The ways in which mails leave, each with a server in this process, and the mails that arrived there. */
import { simpleParser } from 'mailparser';
import { z } from 'zod';
import { openHttpSender } from '../../supabase/functions/_shared/server/mails/http-sender.ts';
import { HTTP_STYLES } from '../../supabase/functions/_shared/server/mails/http-styles.ts';
import type { MailMessage, MailSender } from '../../supabase/functions/_shared/server/mails/mail-sender.ts';
import { openSmtpSender } from '../../supabase/functions/_shared/server/mails/smtp-sender.ts';
import { openFakeMailService } from './fake-mail-service.ts';
import { openFakeSmtp } from './fake-smtp-server.ts';

export const FROM = '"Spolu, čeština" <mail@spolu.test>';
const TOKEN = 'x'.repeat(67);
export const STOP = `<https://abcdefghijklmnopqrst.supabase.co/functions/v1/unsubscribe?t=${TOKEN}>`;

export const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  id: crypto.randomUUID(),
  from: FROM,
  to: 'ann@example.test',
  subject: 'Jana: komentář k „Plán“',
  html: '<p>Ahoj</p>',
  text: 'Ahoj\n',
  headers: {},
  ...changes,
});

/** A mail as its recipient gets it. Header names are in lower case. */
interface Arrived {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Way {
  readonly sender: MailSender;
  readonly arrived: () => Promise<Arrived[]>;
  /** The server refuses this address for good, or the next mail to it for now. */
  readonly refuse: (address: string, how: 'for good' | 'for now') => void;
  readonly close: () => Promise<void>;
}

export async function openSmtpWay(): Promise<
  Way & { readonly server: Awaited<ReturnType<typeof openFakeSmtp>> }
> {
  const server = await openFakeSmtp();
  const sender = openSmtpSender({ url: new URL(server.url), from: FROM });
  return {
    server,
    sender,
    arrived: () => Promise.all(server.mails.map(({ raw }) => parse(raw))),
    refuse: (address, how) => {
      const code = how === 'for good' ? 550 : 451;
      server.refusals.set(address, {
        code,
        text: how === 'for good' ? '5.1.1 no such user' : '4.2.0 try later',
      });
    },
    close: async () => {
      sender.close();
      await server.close();
    },
  };
}

async function parse(raw: string): Promise<Arrived> {
  const mail = await simpleParser(Buffer.from(raw, 'latin1'));
  const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
  const lines = mail.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]);
  return {
    from: mail.from?.value.map(({ name, address }) => `"${name}" <${address}>`).join() ?? '',
    to: to?.text ?? '',
    subject: mail.subject ?? '',
    html: mail.html || '',
    text: mail.text ?? '',
    headers: Object.fromEntries(lines) as Record<string, string>,
  };
}

const resendMail = z.object({
  from: z.string(),
  to: z.tuple([z.string()]),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
});
const postmarkMail = z.object({
  From: z.string(),
  To: z.string(),
  Subject: z.string(),
  HtmlBody: z.string(),
  TextBody: z.string(),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })),
});

const lowerCased = (headers: readonly (readonly [string, string])[]) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

function readPosted(body: unknown): Arrived {
  const resend = resendMail.safeParse(body).data;
  if (resend) return { ...resend, to: resend.to[0], headers: lowerCased(Object.entries(resend.headers)) };
  const { From, To, Subject, HtmlBody, TextBody, Headers } = postmarkMail.parse(body);
  const headers = lowerCased(Headers.map(({ Name, Value }) => [Name, Value]));
  return { from: From, to: To, subject: Subject, html: HtmlBody, text: TextBody, headers };
}

const REFUSALS = {
  resend: { status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } },
  postmark: { status: 422, body: { ErrorCode: 406, Message: 'You tried to send to an inactive recipient.' } },
};

export async function openHttpWay(style: keyof typeof HTTP_STYLES) {
  const service = await openFakeMailService();
  const waits: number[] = [];
  const sender = openHttpSender({
    url: new URL(service.url),
    key: 'secret',
    style: HTTP_STYLES[style],
    wait: async (ms) => void waits.push(ms),
  });
  const way: Way = {
    sender,
    arrived: () =>
      Promise.resolve([...service.accepted.values()].map((text) => readPosted(JSON.parse(text)))),
    refuse: (address, how) =>
      service.replies.set(address, [how === 'for good' ? REFUSALS[style] : { status: 503 }]),
    close: async () => {
      sender.close();
      await service.close();
    },
  };
  return { ...way, service, waits };
}
