import { mailFromHtml } from '../mail/mail-from-html.ts';
import type { Mail } from '../mail/mailer.ts';
import type { TemplateData } from './go-template.ts';
import type { MailKind, MailTemplate } from './mail-templates.ts';

export interface MailFacts {
  readonly kind: MailKind;
  readonly to: string;
  readonly siteUrl: string;
  /** The account's address, and the one it is to become. */
  readonly email: string;
  readonly newEmail: string;
  /** The user's metadata, which choose the language. */
  readonly metadata: TemplateData;
  /** The link to `/verify`, for templates that use it. */
  readonly verifyUrl: string;
  readonly redirectTo: string;
  readonly otp: string;
  readonly tokenHash: string;
}

/** Renders an email as HTML and as text. User-supplied values are escaped in the HTML. */
export function composeMail(facts: MailFacts, template: MailTemplate): Mail {
  const data = {
    SiteURL: facts.siteUrl,
    ConfirmationURL: facts.verifyUrl,
    RedirectTo: facts.redirectTo,
    Email: facts.email,
    NewEmail: facts.newEmail,
    SendingTo: facts.to,
    Token: facts.otp,
    TokenHash: facts.tokenHash,
    Data: facts.metadata,
  };
  return mailFromHtml({
    to: facts.to,
    subject: template.subject(data),
    html: template.content(data),
    kind: facts.kind,
    otp: facts.otp,
    token_hash: facts.tokenHash,
  });
}
