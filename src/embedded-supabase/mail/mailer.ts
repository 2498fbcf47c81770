/** The port through which the services send emails. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Purpose of the email, in the words of the service that sends it, e.g. `signup`. */
  readonly kind: string;
  /** The language of the email. */
  readonly locale: string;
  /** The first link in the email; null for one without links. */
  readonly action_link: string | null;
  /** The one-time code in the email, and the hash in its link; null for one that confirms nothing. */
  readonly otp: string | null;
  readonly token_hash: string | null;
  /** Further headers, in plain text; among them may be the `Message-ID`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The mail server does not know the recipient's address, and will not tomorrow. */
export class RefusedRecipientError extends Error {}

/** For implementers: `send` resolves once the email is stored or accepted by the SMTP server, and throws otherwise, `RefusedRecipientError` if the address is at fault. */
export interface Mailer {
  /** Whether emails leave this machine, so that the project's hourly quota applies. */
  readonly isMetered: boolean;
  send(mail: Mail): Promise<void>;
}
