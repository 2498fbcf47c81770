import { MAIL_FRAMES, MAIL_TEXTS } from './mail-texts.ts';
import type { Mail, MailKind, MailLocale } from './mailer.ts';

export interface MailFacts {
  readonly kind: MailKind;
  readonly locale: MailLocale;
  readonly to: string;
  readonly siteUrl: string;
  /** The account's address, and the one it is to change to. */
  readonly email: string;
  readonly newEmail: string;
  readonly actionLink: string;
  readonly otp: string;
  readonly tokenHash: string;
}

/** Writes a mail as text and as HTML; nothing of what a user chose gets into the HTML unescaped. */
export function composeMail(facts: MailFacts): Mail {
  const words = MAIL_TEXTS[facts.locale][facts.kind];
  const frame = MAIL_FRAMES[facts.locale];
  const fill = (template: string) => fillIn(template, facts);
  const link = words.action === null ? null : { href: facts.actionLink, label: words.action };
  const codeLine = link === null ? frame.enterCode : frame.orEnterCode;
  const lines = [
    fill(words.body),
    ...(link === null ? [] : [`${link.label}: ${link.href}`]),
    `${codeLine} ${facts.otp}`,
    fill(frame.ignore),
  ];
  return {
    to: facts.to,
    subject: fill(words.subject),
    text: `${lines.join('\n\n')}\n`,
    html: [
      `<h1 style="font-size:20px">${escapeHtml(fill(words.heading))}</h1>`,
      `<p>${escapeHtml(fill(words.body))}</p>`,
      ...(link === null ? [] : [`<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`]),
      `<p>${escapeHtml(codeLine)} <strong style="font-size:20px">${escapeHtml(facts.otp)}</strong></p>`,
      `<p style="color:#666">${escapeHtml(fill(frame.ignore))}</p>`,
    ].join('\n'),
    kind: facts.kind,
    locale: facts.locale,
    action_link: link?.href ?? null,
    otp: facts.otp,
    token_hash: facts.tokenHash,
  };
}

function fillIn(template: string, facts: MailFacts): string {
  const values: Readonly<Record<string, string>> = {
    site: facts.siteUrl,
    email: facts.email,
    newEmail: facts.newEmail,
    otp: facts.otp,
  };
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
