import { expect, test } from 'vitest';
import { mailVariables } from '../../../../src/embedded-supabase/node/mail-variables.ts';

const FACTS = {
  own: {},
  gatewayUrl: 'http://127.0.0.1:3000',
  publicOrigin: null,
  siteUrl: 'http://127.0.0.1:3000',
  from: 'Spolu <no-reply@localhost>',
  serviceRoleKey: 'key',
  leaves: true,
};

test('functions send by this server, and their links lead to it', () => {
  expect(mailVariables(FACTS)).toEqual({
    APP_URL: 'http://127.0.0.1:3000',
    FUNCTIONS_URL: 'http://127.0.0.1:3000/functions/v1',
    MAIL_FROM: 'Spolu <no-reply@localhost>',
    MAIL_HTTP_URL: 'http://127.0.0.1:3000/mail/v1/emails',
    MAIL_HTTP_STYLE: 'resend',
    MAIL_HTTP_KEY: 'key',
  });
});

test('links of a public server have its public address', () => {
  const { FUNCTIONS_URL, MAIL_HTTP_URL } = mailVariables({ ...FACTS, publicOrigin: 'https://spolu.test' });
  expect(FUNCTIONS_URL).toBe('https://spolu.test/functions/v1');
  expect(MAIL_HTTP_URL).toBe('http://127.0.0.1:3000/mail/v1/emails');
});

test.each([
  ['a public server without a mail server', { leaves: false }],
  ['their own SMTP server', { own: { SMTP_URL: 'smtps://mail.test' } }],
  ['their own provider', { own: { MAIL_HTTP_KEY: 're_1' } }],
])('functions with %s do not send by this one', (_what, changes) => {
  expect(Object.keys(mailVariables({ ...FACTS, ...changes }))).toEqual([
    'APP_URL',
    'FUNCTIONS_URL',
    'MAIL_FROM',
  ]);
});
