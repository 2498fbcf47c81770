import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { type Mail, type Mailer, RefusedRecipientError } from '../mail/mailer.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string;
  /** The sender, e.g. `Notes <no-reply@example.com>`. */
  readonly from: string;
}

/** Sends emails through an SMTP server. Resolves when the server has accepted the email, throws when it has not. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    isMetered: true,
    send: async (mail) => {
      try {
        await transport.sendMail({
          from: options.from,
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...splitHeaders(mail),
        });
      } catch (cause) {
        if (isRefusal(cause)) throw new RefusedRecipientError(String(cause), { cause });
        throw cause;
      }
    },
  };
}

function splitHeaders({ headers = {} }: Mail) {
  const { 'Message-ID': messageId, ...others } = headers;
  return {
    ...(messageId === undefined ? {} : { messageId }),
    // Not folded: some programs do not find an address that spans lines.
    headers: Object.entries(others).map(([key, value]) => ({
      key,
      value: /^[ -~]*$/.test(value) ? { prepared: true, value } : value,
    })),
  };
}

const reply = z.object({ command: z.literal('RCPT TO'), responseCode: z.number(), response: z.string() });

/** Whether the server knows no such mailbox. Other refusals may be about the sender, or pass. */
function isRefusal(error: unknown): boolean {
  const { data } = reply.safeParse(error);
  if (data === undefined || ![550, 551, 553].includes(data.responseCode)) return false;
  const detail = /^\d+[ -](5\.\d+\.\d+)/.exec(data.response)?.[1];
  if (detail !== undefined) return /^5\.1\.(?![78]$)|^5\.2\.1$/.test(detail);
  return !/relay|authenticat/i.test(data.response);
}
