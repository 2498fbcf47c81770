/** The port through which emails leave the auth service. */

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
  /** The language of the email. */
  readonly locale: string;
  /** The first link in the email; null for one that only has a code. */
  readonly action_link: string | null;
  readonly otp: string;
  readonly token_hash: string;
}

/** For implementers: `send` resolves once the email is stored or accepted by the SMTP server, and throws otherwise. */
export interface Mailer {
  /** Whether emails leave this machine, so that the project's hourly quota applies. */
  readonly isMetered: boolean;
  send(mail: Mail): Promise<void>;
}
