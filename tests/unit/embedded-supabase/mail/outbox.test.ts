import { expect, test } from 'vitest';
import { createOutbox } from '../../../../src/embedded-supabase/mail/outbox.ts';
import { type Mail, RefusedRecipientError } from '../../../../src/embedded-supabase/mail/mailer.ts';

const EMAIL = {
  from: 'whoever@example.test',
  to: ['ann@example.test'],
  subject: 'Plán',
  html: '<html lang="cs"><a href="https://a.test/?b&amp;c">Otevřít</a></html>',
  text: 'Otevřít',
  headers: { 'Message-ID': '<1@a.test>' },
};

async function post(
  body: unknown,
  options: { role?: string; fails?: Error; path?: string; method?: string } = {},
) {
  const sent: Mail[] = [];
  const reported: unknown[] = [];
  const outbox = createOutbox({
    mailer: {
      isMetered: false,
      send: async (mail) => {
        if (options.fails) throw options.fails;
        sent.push(mail);
      },
    },
    tokens: {
      verify: async (token) =>
        token === 'forged' ? { ok: false, reason: 'signature' } : { ok: true, claims: { role: token } },
    },
    report: (error) => reported.push(error),
  });
  const { path = '/emails', method = 'POST', role = 'service_role' } = options;
  const init =
    method === 'GET' ? {} : { method, body: typeof body === 'string' ? body : JSON.stringify(body) };
  const context = { token: role === 'none' ? null : role, ip: '127.0.0.1', origin: 'http://127.0.0.1' };
  const reply = await outbox(new Request(`http://127.0.0.1${path}`, init), context);
  return { status: reply.status, body: (await reply.json()) as object, sent, reported };
}

test('an email leaves by the mailer of the services, whose sender it has', async () => {
  const { status, sent } = await post(EMAIL);
  expect(status).toBe(200);
  expect(sent).toEqual([
    {
      to: 'ann@example.test',
      subject: 'Plán',
      html: EMAIL.html,
      text: 'Otevřít',
      headers: EMAIL.headers,
      kind: 'function',
      locale: 'cs',
      action_link: 'https://a.test/?b&c',
      otp: null,
      token_hash: null,
    },
  ]);
});

test.each(['none', 'forged', 'anon', 'authenticated'])('the key %s sends nothing', async (role) => {
  const { status, sent } = await post(EMAIL, { role });
  expect([status, sent]).toEqual([401, []]);
});

test.each([
  ['no JSON', 'x'],
  ['two recipients', { ...EMAIL, to: ['a@b.test', 'c@d.test'] }],
  ['a recipient of two lines', { ...EMAIL, to: ['a@b.test\r\nBcc: c@d.test'] }],
  ['a header of two lines', { ...EMAIL, headers: { 'X-A': 'a\nBcc: c@d.test' } }],
  ['a header with a strange name', { ...EMAIL, headers: { 'X-A: a\r\nBcc': 'c@d.test' } }],
])('%s is refused', async (_what, body) => {
  const { status, sent } = await post(body);
  expect([status, sent]).toEqual([400, []]);
});

test('nothing else is there', async () => {
  expect((await post(EMAIL, { path: '/domains' })).status).toBe(404);
  expect((await post(EMAIL, { method: 'GET' })).status).toBe(404);
});

test('the caller learns whether the address is at fault', async () => {
  const refused = await post(EMAIL, { fails: new RefusedRecipientError('550 nobody') });
  expect(refused).toMatchObject({ status: 422, body: { name: 'validation_error' }, reported: [] });
  expect(JSON.stringify(refused.body)).toContain('`to`');
  const failed = await post(EMAIL, { fails: new Error('no connection') });
  expect(failed).toMatchObject({ status: 503, body: { name: 'application_error' } });
  expect(failed.reported).toHaveLength(1);
});
