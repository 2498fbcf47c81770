import { createTransport } from 'nodemailer';
import type { Mailer } from '../mail/mailer.ts';

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
      await transport.sendMail({
        from: options.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      });
    },
  };
}
