/** The port through which mails leave. Its adapters are held to one contract (mail-sender.test.ts). */

export interface MailMessage {
  /** Names the mail, also when it is sent again: its `Message-ID`, and the idempotency key for providers. */
  readonly id: string;
  /** `"Name" <address>`, or an address. */
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `refused`: for good, because of the recipient's address, to which nothing more is sent then. `failed`: for any other reason;
 * it may work later. `problem` is for operators.
 */
export type Outcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused' | 'failed'; readonly problem: string };

export interface MailSender {
  /** Never rejects because of a server, a provider or a message. */
  send(message: MailMessage): Promise<Outcome>;
  close(): void;
}
