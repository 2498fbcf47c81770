import { expect, test } from 'vitest';
import type { MailEnv } from '../../../../../supabase/functions/_shared/server/env.ts';
import { readMailSettings } from '../../../../../supabase/functions/_shared/server/mails/settings.ts';

const env = {
  SUPABASE_URL: 'https://x.supabase.co',
  APP_URL: 'https://spolu.test/',
  MAIL_FROM: 'Spolu <mail@spolu.test>',
};
const bySmtp = { ...env, SMTP_URL: 'smtps://user:secret@mail.test:465' };

test('without a server or a key nothing is set up, whatever else is there', () => {
  expect(readMailSettings({})).toBeNull();
  expect(readMailSettings(env)).toBeNull();
});

test('links lead to the app and to the functions', () => {
  expect(readMailSettings(bySmtp)).toEqual({
    from: '"Spolu" <mail@spolu.test>',
    appUrl: 'https://spolu.test',
    functionsUrl: 'https://x.supabase.co/functions/v1',
    by: { smtp: new URL(bySmtp.SMTP_URL) },
  });
  expect(readMailSettings({ ...bySmtp, FUNCTIONS_URL: 'https://api.test/f/' })).toMatchObject({
    functionsUrl: 'https://api.test/f',
  });
});

test('a provider is named by its style, or by its address', () => {
  const key = { ...env, MAIL_HTTP_KEY: 're_1' };
  expect(readMailSettings(key)?.by).toEqual({
    http: new URL('https://api.resend.com/emails'),
    key: 're_1',
    style: 'resend',
  });
  const other = { MAIL_HTTP_STYLE: 'postmark', MAIL_HTTP_URL: 'http://127.0.0.1:3000/mail' };
  expect(readMailSettings({ ...key, ...other })?.by).toMatchObject({
    http: new URL(other.MAIL_HTTP_URL),
    style: 'postmark',
  });
});

test.each([
  ['mail@spolu.test', 'mail@spolu.test'],
  ['Spolu, Inc. <mail@spolu.test>', '"Spolu, Inc." <mail@spolu.test>'],
  ['"Spolu" <mail@spolu.test>', '"Spolu" <mail@spolu.test>'],
  ['<mail@spolu.test>', 'mail@spolu.test'],
])('the sender %s', (MAIL_FROM, from) => {
  expect(readMailSettings({ ...bySmtp, MAIL_FROM })?.from).toBe(from);
});

test.each<[string, MailEnv]>([
  ['MAIL_FROM is missing', { ...bySmtp, MAIL_FROM: undefined }],
  ['APP_URL is missing', { ...bySmtp, APP_URL: undefined }],
  ['MAIL_FROM must be an address, or Name <address>', { ...bySmtp, MAIL_FROM: 'Spolu' }],
  [
    'MAIL_FROM must be an address, or Name <address>',
    { ...bySmtp, MAIL_FROM: 'A <a@b.test>\nBcc: c@d.test' },
  ],
  ['SMTP_URL must begin with smtps://', { ...bySmtp, SMTP_URL: 'https://mail.test' }],
  ['SMTP_URL must be a URL', { ...bySmtp, SMTP_URL: 'mail.test' }],
  ['SMTP_URL and MAIL_HTTP_KEY exclude each other', { ...bySmtp, MAIL_HTTP_KEY: 're_1' }],
  [
    'MAIL_HTTP_URL must begin with https://',
    { ...env, MAIL_HTTP_KEY: 're_1', MAIL_HTTP_URL: 'http://mail.test' },
  ],
])('%s', (problem, settings) => {
  expect(() => readMailSettings(settings)).toThrow(problem);
});

test('an error has no secret in it', () => {
  const SMTP_URL = 'smtp5://user:secret@mail.test';
  expect(() => readMailSettings({ ...bySmtp, SMTP_URL })).toThrow(/^(?!.*secret)/s);
});
