import type { TemplateData } from './go-template.ts';
import type { MailTemplate } from './mail-templates.ts';
import type { Mail, MailKind } from './mailer.ts';
import { firstLinkOf, languageOf, textOf } from './read-html.ts';

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

/** Runs of blanks, and characters that break a header or reorder the text in an inbox. */
const UNPRINTABLE = /[\s\p{Cc}\p{Bidi_Control}]+/gu;

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
  const html = template.content(data);
  return {
    to: facts.to,
    subject: template.subject(data).replaceAll(UNPRINTABLE, ' ').trim(),
    text: textOf(html),
    html,
    kind: facts.kind,
    locale: languageOf(html),
    action_link: firstLinkOf(html),
    otp: facts.otp,
    token_hash: facts.tokenHash,
  };
}
