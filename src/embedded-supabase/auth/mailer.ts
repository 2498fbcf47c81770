/** How mails leave the auth service. */

export type MailKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly kind: MailKind;
  /** What language its words are in. */
  readonly locale: string;
  /** The first link in the mail; null for one that only carries a code. */
  readonly action_link: string | null;
  readonly otp: string;
  readonly token_hash: string;
}

/**
 * For implementers: `send` resolves once the mail is someone else's to deliver (stored, or taken by the SMTP server) and
 * throws when it is not.
 */
export interface Mailer {
  /** Whether mails leave this machine, so that the project's hourly quota applies. */
  readonly isMetered: boolean;
  send(mail: Mail): Promise<void>;
}
