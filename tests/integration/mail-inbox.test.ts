import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInbox } from '../../src/embedded-supabase/mail/inbox.ts';
import { createInboxMailer } from '../../src/embedded-supabase/mail/inbox-mailer.ts';
import { mailFromHtml } from '../../src/embedded-supabase/mail/mail-from-html.ts';
import type { Mail } from '../../src/embedded-supabase/mail/mailer.ts';
import { openDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { readServiceSchemas } from '../../src/embedded-supabase/node/read-service-schemas.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(async () => {
  await test.close();
});

const mail: Mail = {
  to: 'ann@example.test',
  subject: 'Hello <b>',
  html: '<p>Hello</p>',
  text: 'Hello <script>alert(1)</script>',
  kind: 'magiclink',
  locale: 'cs',
  action_link: 'http://127.0.0.1:3000/auth/v1/verify?token=a&type=b',
  otp: '123456',
  token_hash: 'abc',
};

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const inbox = createInbox({ database: test.database, settled: () => Promise.resolve() });
  const context = { token: null, ip: '127.0.0.1', origin: 'http://127.0.0.1:3000' };
  return await inbox(new Request(`http://127.0.0.1:3000${path}`, init), context);
}

async function readSubjects(path: string): Promise<string[]> {
  const { mails } = (await (await ask(path)).json()) as { mails: { subject: string }[] };
  return mails.map(({ subject }) => subject);
}

describe('the inbox', () => {
  it('shows emails newest first, as a page and as JSON, all or those of one recipient', async () => {
    const mailer = createInboxMailer({ database: test.database, clock: () => 0 });
    await mailer.send(mail);
    await mailer.send({ ...mail, to: 'bob@example.test', subject: 'Second' });
    expect(await readSubjects('/inbox.json')).toEqual(['Second', 'Hello <b>']);
    expect(await readSubjects('/inbox.json?to=Ann@example.test')).toEqual(['Hello <b>']);
    const json = await ask('/inbox', { headers: { Accept: 'application/json' } });
    expect(await json.json()).toMatchObject({
      mails: [{}, { ...mail, sent_at: '1970-01-01T00:00:00.000Z' }],
    });

    const page = await ask('/inbox', { headers: { Accept: 'text/html' } });
    const html = await page.text();
    expect(page.headers.get('Content-Type')).toContain('text/html');
    expect(html).toContain('href="http://127.0.0.1:3000/auth/v1/verify?token=a&amp;type=b"');
    expect(html).toContain('<article lang="cs">');
    expect(html).toContain('Hello &lt;script&gt;');
    expect(html).not.toContain('<script>alert');
  });

  it('keeps the email of a service that knows no codes', async () => {
    const mailer = createInboxMailer({ database: test.database, clock: () => 0 });
    const html = '<html lang="cs"><p>Ahoj</p><a href="https://a.test/?b=1&amp;c=2">Ukázat</a></html>';
    const facts = { to: 'eve@example.test', kind: 'mention', html, otp: null, token_hash: null };
    await mailer.send(mailFromHtml({ ...facts, subject: 'Zmínka\r\nBcc: x@example.test' }));
    expect(await (await ask('/inbox.json?to=eve@example.test')).json()).toMatchObject({
      mails: [
        {
          ...facts,
          subject: 'Zmínka Bcc: x@example.test',
          text: 'Ahoj\n\nUkázat: https://a.test/?b=1&c=2\n',
          locale: 'cs',
          action_link: 'https://a.test/?b=1&c=2',
        },
      ],
    });
  });

  it('shows the emails of an older data folder, whose table the auth service made', async () => {
    await test.database.query(`
      delete from embedded.applied_schema where name = 'mail';
      update embedded.applied_schema set sha256 = 'of before' where name = 'auth'`);
    const before = await readSubjects('/inbox.json');
    expect(before.length).toBeGreaterThan(0);
    const again = await openDatabase({ url: test.database.url, schemas: readServiceSchemas() });
    await again.close();
    expect(await readSubjects('/inbox.json')).toEqual(before);
  });

  it('can be emptied, but not changed otherwise', async () => {
    expect((await ask('/inbox', { method: 'POST' })).status).toBe(405);
    expect((await ask('/inbox', { method: 'DELETE' })).status).toBe(204);
    expect(await readSubjects('/inbox.json')).toEqual([]);
  });

  it('keeps the last thousand emails', async () => {
    await test.database.query(
      `insert into embedded.mails (sent_at, "to", subject, html, text, kind, locale)
       select now(), 'x', 'old', '', '', '', '' from generate_series(1, 1005)`,
    );
    await createInboxMailer({ database: test.database, clock: () => 0 }).send(mail);
    const { rows } = await test.database.query<{ count: string }>('select count(*) from embedded.mails');
    expect(rows[0]?.count).toBe('1000');
  });
});
