import { describe, expect, it } from 'vitest';
import { composeMail, type MailFacts } from '../../../../src/embedded-supabase/auth/compose-mail.ts';
import { MAIL_TEXTS } from '../../../../src/embedded-supabase/auth/mail-texts.ts';
import type { MailKind } from '../../../../src/embedded-supabase/auth/mailer.ts';

const facts: MailFacts = {
  kind: 'signup',
  locale: 'en-US',
  to: 'ann@example.test',
  siteUrl: 'https://spolu.example',
  email: 'ann@example.test',
  newEmail: 'new@example.test',
  actionLink: 'https://spolu.example/auth/v1/verify?token=abc&type=signup',
  otp: '123456',
  tokenHash: 'abc',
};

describe('a mail', () => {
  const kinds = Object.keys(MAIL_TEXTS['en-US']) as MailKind[];

  it.each((['en-US', 'cs'] as const).flatMap((locale) => kinds.map((kind) => ({ locale, kind }))))(
    'of kind $kind in $locale has its code, its link and no hole left to fill',
    ({ locale, kind }) => {
      const mail = composeMail({ ...facts, locale, kind });
      expect(mail.text).toContain('123456');
      expect(mail.html).toContain('123456');
      expect(mail.text.includes(facts.actionLink)).toBe(kind !== 'reauthentication');
      expect(mail.html.includes('verify?token=abc&amp;type=signup')).toBe(kind !== 'reauthentication');
      expect(mail.subject + mail.text + mail.html).not.toMatch(/\{\w+\}/);
    },
  );

  it('has different words in each language', () => {
    for (const kind of kinds) {
      const [english, czech] = [MAIL_TEXTS['en-US'][kind], MAIL_TEXTS.cs[kind]];
      expect(czech.body).not.toBe(english.body);
      expect(czech.action === null).toBe(english.action === null);
    }
  });

  it('lets no address become markup', () => {
    const evil = '"<img src=x onerror=alert(1)>"@example.test';
    const mail = composeMail({ ...facts, email: evil, actionLink: 'https://x.example/?"><script>' });
    expect(mail.html).not.toContain('<img');
    expect(mail.html).not.toContain('<script');
    expect(mail.text).toContain(evil);
  });
});
