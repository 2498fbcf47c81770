/** Sends mails by an SMTP server, all of them over one connection. */
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { checkMessage, type CheckedMessage, domainOf } from './check-message.ts';
import type { MailSender } from './mail-sender.ts';
import { isLocal } from './settings.ts';

const TIMES_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const PROBLEM_CHARS = 300;

export function openSmtpSender({ url, from }: { readonly url: URL; readonly from: string }): MailSender {
  const transport = createTransport({
    ...TIMES_MS,
    url: url.href,
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    // A lost connection fails the mail, and the queue sends it again.
    maxRequeues: 0,
    requireTLS: !isLocal(url),
    // The default asks for the machine's name, for which a function needs a right of its own.
    name: domainOf(from),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      const checked = checkMessage(message);
      if ('outcome' in checked) return checked;
      try {
        await transport.sendMail(envelope(checked));
        return { outcome: 'sent' };
      } catch (error) {
        return {
          outcome: isRefusal(error) ? 'refused' : 'failed',
          problem: String(error).slice(0, PROBLEM_CHARS),
        };
      }
    },
    close: () => transport.close(),
  };
}

const envelope = ({ from, to, subject, html, text, headers, messageId }: CheckedMessage) => ({
  from,
  to: { name: '', address: to },
  subject,
  html,
  text,
  messageId,
  // A folded address in List-Unsubscribe breaks signatures and buttons at some servers.
  headers: Object.entries(headers).map(([key, value]) => ({
    key,
    value: isAscii(value) ? { prepared: true, value } : value,
  })),
});

const isAscii = (text: string): boolean => /^[\u0020-\u007e]*$/.test(text);

const smtpError = z.object({ command: z.literal('RCPT TO'), responseCode: z.number(), response: z.string() });
/** RFC 3463: the address or mailbox is at fault; not the sender's address (5.1.7, 5.1.8), a full mailbox or a policy. */
const BAD_ADDRESS = /^5\d\d[ -]5\.(1\.(?![78]\b)\d+|2\.1)\b/;
const HAS_DETAIL = /^\d\d\d[ -]\d\.\d+\.\d+/;
/** Our own server does not take mails from us. */
const OUR_FAULT = /relay|authenticat/i;

/** Whether the server refused this recipient for good: nothing is sent there any more, so in doubt it did not. */
function isRefusal(error: unknown): boolean {
  const { data } = smtpError.safeParse(error);
  if (data === undefined || OUR_FAULT.test(data.response)) return false;
  return HAS_DETAIL.test(data.response)
    ? BAD_ADDRESS.test(data.response)
    : [550, 551, 553].includes(data.responseCode);
}
