import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInbox } from '../../src/embedded-supabase/auth/inbox.ts';
import { createInboxMailer } from '../../src/embedded-supabase/auth/inbox-mailer.ts';
import type { Mail } from '../../src/embedded-supabase/auth/mailer.ts';
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
