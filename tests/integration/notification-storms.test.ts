/** Many events at once: how many notifications, messages and mails they cost. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openQueue, type Queue } from '../notifications/open-queue.ts';
import type { Letter } from '../notifications/sent.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MINUTE = 60_000;
const START_MS = Date.parse('2026-11-30T10:00:00Z');

/** Counts what would be sent to open pages. */
const COUNT_RINGS = `create schema test;
  create table test.rings (user_id uuid);
  create or replace function private.ring(p_user uuid) returns void language sql security definer as
    'insert into test.rings values (p_user)';`;

let queue: Queue;
beforeAll(async () => {
  queue = await openQueue(COUNT_RINGS);
});
afterAll(() => queue?.close());

const count = async (sql: string, values: readonly unknown[] = []): Promise<number> => {
  const { rows } = await queue.clients[0].query<{ count: string }>(sql, [...values]);
  return Number(rows[0]!.count);
};

async function createDocument(owner: string): Promise<string> {
  const made = (await queue.as(owner, 'select public.create_document($1)', [randomUUID()])) as { id: string };
  return made.id;
}

async function mention(author: string, document: string, person: string): Promise<void> {
  const anchor = { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' };
  const body = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id: person, label: 'Edita' } }] }],
  };
  await queue.as(author, 'select public.add_comment($1, $2, $3, $4, $5)', [
    document,
    randomUUID(),
    randomUUID(),
    JSON.stringify(anchor),
    JSON.stringify(body),
  ]);
}

async function send(outcome: 'sent' | 'failed' = 'sent'): Promise<readonly Letter[]> {
  const { rows } = await queue.clients[0].query<{ letters: Letter[] }>(
    'select public.claim_mails(true, 100) as letters',
  );
  for (const { id } of rows[0]!.letters)
    await queue.clients[0].query('select public.report_mail($1, $2)', [id, outcome]);
  return rows[0]!.letters;
}

test('fifty mentions in a minute, in a document of two hundred who watch it, are one mail', async () => {
  await queue.setTime(START_MS);
  const [olga, edita] = [await queue.addPerson('Olga'), await queue.addPerson('Edita')];
  const document = await createDocument(olga);
  const others = await Promise.all(Array.from({ length: 198 }, (_, at) => queue.addPerson(`Member ${at}`)));
  for (const person of [edita, ...others])
    await queue.clients[0].query(
      "insert into public.members (document_id, user_id, role) values ($1, $2, 'editor')",
      [document, person],
    );
  for (const person of others) await queue.as(person, "select public.set_watch($1, 'all')", [document]);
  await queue.as(others[0]!, 'select public.save_notification_settings($1)', [
    JSON.stringify({ levels: { commented: 'mail' }, mails: true, hidesText: false, digestHour: null }),
  ]);
  for (let at = 0; at < 50; at += 1) {
    await queue.setTime(START_MS + at * 1000);
    await mention(olga, document, edita);
  }
  expect(await count('select count(*) from private.notifications where user_id = $1', [edita])).toBe(50);
  expect(await count('select count(*) from private.notifications')).toBe(50 * 199);
  // One message for each person and event.
  expect(await count('select count(*) from test.rings')).toBe(50 * 199);
  await queue.setTime(START_MS + 10 * MINUTE);
  const letters = await send();
  expect(letters.map(({ to, items }) => [to.split('@')[0], items.length])).toEqual([['edita', 50]]);
  expect(await send()).toEqual([]);
});

test('beyond ten mails in an hour the rest waits for the digest', async () => {
  await queue.clear();
  await queue.setTime(START_MS);
  const [olga, edita] = [await queue.addPerson('Olga'), await queue.addPerson('Edita')];
  const settings = { levels: {}, mails: true, hidesText: false, timeZone: 'UTC', digestHour: 8 };
  await queue.as(edita, 'select public.save_notification_settings($1)', [JSON.stringify(settings)]);
  // Today's digest has nothing to tell.
  expect(await send()).toEqual([]);
  const letters: Letter[] = [];
  for (let at = 0; at < 15; at += 1) {
    const document = await createDocument(olga);
    await queue.clients[0].query(
      "insert into public.members (document_id, user_id, role) values ($1, $2, 'viewer')",
      [document, edita],
    );
    await mention(olga, document, edita);
    await queue.setTime(START_MS + (at + 1) * 3 * MINUTE);
    letters.push(...(await send()));
  }
  expect(letters.filter(({ kind }) => kind === 'notifications')).toHaveLength(10);
  await queue.setTime(START_MS + 22 * 60 * MINUTE);
  const [digest, ...more] = await send();
  expect(more).toEqual([]);
  expect([digest?.kind, digest?.items.map(({ held }) => held)]).toEqual(['digest', [1, 1, 1, 1, 1]]);
  expect(await count("select count(*) from private.notifications where mail_state = 'digest'")).toBe(0);
});

test('a mail that fails is tried again after 1, 4, 16 and 64 minutes, and then no more', async () => {
  await queue.clear();
  await queue.setTime(START_MS);
  const [olga, edita] = [await queue.addPerson('Olga'), await queue.addPerson('Edita')];
  const document = await createDocument(olga);
  await queue.clients[0].query(
    "insert into public.members (document_id, user_id, role) values ($1, $2, 'viewer')",
    [document, edita],
  );
  await mention(olga, document, edita);
  const atMinutes: number[] = [];
  for (let minute = 2; minute < 200; minute += 1) {
    await queue.setTime(START_MS + minute * MINUTE);
    if ((await send('failed')).length > 0) atMinutes.push(minute);
  }
  expect(atMinutes).toEqual([2, 3, 7, 23, 87]);
  expect(await count("select count(*) from private.mails where state = 'failed'")).toBe(1);
});
