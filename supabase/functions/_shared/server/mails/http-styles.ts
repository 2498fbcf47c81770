/** How mail providers take a mail as one JSON call, and how they refuse it. Others have the shape of one of these. Pure. */
import { z } from 'zod';
import type { CheckedMessage } from './check-message.ts';

export interface HttpStyle {
  readonly url: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly body: (message: CheckedMessage) => unknown;
  /** Whether a reply other than 2xx is about the recipient's address, which then is never written to again. */
  readonly isRefusal: (status: number, reply: unknown) => boolean;
  /** Whether it means that the mail of this idempotency key went out before, with another text. */
  readonly wasSent: (status: number, reply: unknown) => boolean;
}

/** https://resend.com/docs/api-reference/emails/send-email and /errors */
const resendError = z.object({ name: z.string(), message: z.string() });
const resend: HttpStyle = {
  url: 'https://api.resend.com/emails',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  body: ({ from, to, subject, html, text, headers, messageId }) => ({
    from,
    to: [to],
    subject,
    html,
    text,
    headers: { ...headers, 'Message-ID': messageId },
  }),
  isRefusal: (status, reply) => {
    const error = resendError.safeParse(reply).data;
    return (
      (status === 400 || status === 422) && error?.name === 'validation_error' && /`to`/.test(error.message)
    );
  },
  wasSent: (status, reply) =>
    status === 409 && resendError.safeParse(reply).data?.name === 'invalid_idempotent_request',
};

/** https://postmarkapp.com/developer/api/email-api and /overview#error-codes */
const postmarkError = z.object({ ErrorCode: z.number(), Message: z.string() });
const INVALID_REQUEST = 300;
const INACTIVE_RECIPIENT = 406;
const postmark: HttpStyle = {
  url: 'https://api.postmarkapp.com/email',
  headers: (key) => ({ 'x-postmark-server-token': key }),
  body: ({ from, to, subject, html, text, headers, messageId }) => ({
    From: from,
    To: to,
    Subject: subject,
    HtmlBody: html,
    TextBody: text,
    MessageStream: 'outbound',
    Headers: Object.entries({
      ...headers,
      'Message-ID': messageId,
      // Without it Postmark replaces the Message-ID.
      'X-PM-KeepID': 'true',
    }).map(([Name, Value]) => ({ Name, Value })),
  }),
  isRefusal: (status, reply) => {
    const error = postmarkError.safeParse(reply).data;
    if (status !== 422 || error === undefined) return false;
    return (
      error.ErrorCode === INACTIVE_RECIPIENT ||
      (error.ErrorCode === INVALID_REQUEST && /'To'/.test(error.Message))
    );
  },
  wasSent: () => false,
};

export const HTTP_STYLES = { resend, postmark } as const satisfies Readonly<Record<string, HttpStyle>>;
