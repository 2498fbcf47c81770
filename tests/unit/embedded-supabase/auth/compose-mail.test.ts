/**
 * The project's emails: the templates of `supabase/config.toml`, compiled and filled in as the embedded Supabase does.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMailLink } from '../../../../src/app/data/mail-link.ts';
import { composeMail, type MailFacts } from '../../../../src/embedded-supabase/auth/compose-mail.ts';
import { DEFAULT_TEMPLATES } from '../../../support/default-mail-templates.ts';
import type { MailKind } from '../../../../src/embedded-supabase/auth/mail-templates.ts';
import { readMailTemplates, readProjectConfig } from '../../../../src/embedded-supabase/node/read-project.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const config = readProjectConfig(ROOT, {});
const templates = readMailTemplates(ROOT, config);
const kinds = Object.keys(templates) as MailKind[];

const facts: MailFacts = {
  kind: 'signup',
  to: 'ann@example.test',
  siteUrl: 'https://spolu.example',
  email: 'ann@example.test',
  newEmail: 'new@example.test',
  metadata: {},
  verifyUrl: 'https://spolu.example/auth/v1/verify?token=abc&type=signup',
  redirectTo: 'https://spolu.example/sign-in?next=%2Fdocuments%2F1',
  otp: '123456',
  tokenHash: 'abcdef',
};
const compose = (kind: MailKind, more: Partial<MailFacts> = {}) =>
  composeMail({ ...facts, kind, ...more }, templates[kind]);
const inLanguage = (language: unknown) => ({ metadata: { language } });

const TYPES = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
} as const;

describe('the project’s templates', () => {
  const named = Object.entries(config.auth.email.template);

  it('exist for every email', () => {
    expect(named.map(([name]) => name).sort()).toEqual(
      ['confirmation', 'email_change', 'invite', 'magic_link', 'reauthentication', 'recovery'].sort(),
    );
  });

  it.each(named)(
    'of %s has both languages, and no link that spends the token when it is fetched',
    (name, { subject, content_path }) => {
      const content = readFileSync(join(ROOT, content_path ?? ''), 'utf8');
      expect(content_path).toBe(`./supabase/templates/${name}.html`);
      for (const text of [subject, content]) expect(text).toContain('{{ if eq .Data.language "cs" }}');
      expect(content).not.toMatch(/ConfirmationURL|\/verify/);
      expect(content.includes('{{ .TokenHash }}')).toBe(name !== 'reauthentication');
      expect(content.includes('{{ .Token }}')).toBe(name !== 'invite');
    },
  );
});

describe('an email', () => {
  it.each((['en-US', 'cs'] as const).flatMap((language) => kinds.map((kind) => ({ language, kind }))))(
    'of kind $kind in $language has its code and its link, and no unfilled placeholder',
    ({ language, kind }) => {
      const mail = compose(kind, inLanguage(language));
      expect(mail.locale).toBe(language);
      for (const text of [mail.text, mail.html]) {
        expect(text.includes('123456')).toBe(kind !== 'invite');
        expect(text).not.toMatch(/\{\{|\}\}|verify|undefined/);
      }
      expect(mail.text).not.toMatch(/[<>]|&\w+;/);
      expect(mail.action_link === null).toBe(kind === 'reauthentication');
      if (mail.action_link !== null) expect(mail.text).toContain(mail.action_link);
    },
  );

  it.each(Object.entries(TYPES))(
    'of kind %s leads to the confirmation page, which reads the whole link',
    (kind, type) => {
      for (const language of ['cs', 'en-US']) {
        const email = 'a+b&c=d#e@example.test';
        const link = new URL(compose(kind as MailKind, { ...inLanguage(language), email }).action_link ?? '');
        expect(link.origin + link.pathname + link.search, 'a server sees no more').toBe(
          'https://spolu.example/confirm',
        );
        expect(readMailLink(link.hash)).toEqual({
          type,
          tokenHash: 'abcdef',
          email,
          newEmail: type === 'email_change' ? 'new@example.test' : '',
          next: type === 'recovery' ? '/reset-password' : '/sign-in?next=%2Fdocuments%2F1',
        });
      }
    },
  );

  it.each([undefined, null, 7, 'de', '', { cs: true }])(
    'is in English when the language is %j',
    (language) => {
      expect(compose('signup', inLanguage(language))).toMatchObject({
        locale: 'en-US',
        subject: 'Confirm your email address',
      });
    },
  );

  it('has a subject of its own for each kind and language', () => {
    const subjects = kinds.flatMap((kind) =>
      ['cs', 'en-US'].map((language) => compose(kind, inLanguage(language)).subject),
    );
    expect(subjects).toContain('Obnovte si heslo');
    expect(subjects).toContain('123456 is your code');
    // Both halves of a change share one template.
    expect(new Set(subjects).size).toBe(12);
  });

  it('has a subject of one line, whatever a name or a code contains', () => {
    const otp = '1\r\nBcc: eve@example.test\u001b[2J\u2028\u202e2\u0085';
    expect(compose('reauthentication', { otp }).subject).toBe('1 Bcc: eve@example.test [2J 2 is your code');
  });

  it('about a changed address has the facts that each mailbox needs', () => {
    const toOld = compose('email_change_current', { to: facts.email });
    const toNew = compose('email_change_new', { to: facts.newEmail });
    expect(toOld.text).toContain('is being changed from ann@example.test to new@example.test');
    expect(toNew.text).toContain('is being changed to new@example.test. Confirm that this address is yours');
    expect(toNew.text).not.toContain('your account');
  });

  it('lets no address and no name become markup or change the link', () => {
    const evil = '"><img src=x onerror=alert(1)>"@example.test';
    for (const kind of kinds) {
      const mail = compose(kind, {
        email: evil,
        newEmail: evil,
        to: evil,
        redirectTo: 'javascript:alert(1)//"><script>',
      });
      expect(mail.html).not.toMatch(/<img|<script|href="javascript/);
      expect(mail.action_link ?? 'https://spolu.example/confirm#').toMatch(
        /^https:\/\/spolu\.example\/confirm#/,
      );
    }
    expect(compose('signup', { email: evil }).text).toContain(evil);
  });

  it('of a project without templates is GoTrue’s: its link is /verify', () => {
    for (const kind of kinds) {
      const mail = composeMail({ ...facts, kind }, DEFAULT_TEMPLATES[kind]);
      expect(mail.text).toContain('123456');
      expect(mail.action_link).toBe(kind === 'reauthentication' ? null : facts.verifyUrl);
    }
  });
});
