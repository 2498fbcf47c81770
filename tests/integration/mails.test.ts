/** Mails about documents, from the event to the mailbox, over the embedded Supabase. */
import { createHmac, randomUUID } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openClient, signUp, type DocumentClient } from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { makeTestDataDir } from '../support/open-test-database.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const EVENTS_SECRET = `whsec_${Buffer.from('a secret of the mail provider').toString('base64')}`;
const EVENTS_LOGIN = 'post:mark';

let dataDir: string;
let supabase: TestSupabase;
let olga: DocumentClient;
let karel: DocumentClient;

beforeAll(async () => {
  dataDir = await makeTestDataDir();
  const variables = `MAIL_EVENTS_SECRET=${EVENTS_SECRET}\nMAIL_EVENTS_LOGIN=${EVENTS_LOGIN}\n`;
  appendFileSync(join(dataDir, 'functions.env'), variables);
  supabase = await startTestSupabase({ dataDir });
  [olga, karel] = await Promise.all([signUp(supabase, 'Olga'), signUp(supabase, 'Karel')]);
});
afterAll(async () => {
  await supabase?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const inboxSchema = z.object({
  mails: z.array(
    z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      kind: z.string(),
      locale: z.string(),
      action_link: z.string().nullable(),
      headers: z.record(z.string(), z.string()),
    }),
  ),
});

/** Mails about documents in the inbox of an address, newest first. */
async function readInbox(to: string) {
  const reply = await fetch(`${supabase.url}/inbox.json?to=${encodeURIComponent(to)}`);
  return inboxSchema.parse(await reply.json()).mails.filter(({ kind }) => kind === 'function');
}

/** Lets time pass for mails. */
const letPass = (minutes: number) =>
  supabase.database.query(
    `create or replace function private.clock() returns timestamptz language sql stable set search_path = ''
     return now() + interval '${(passed += minutes)} minutes'`,
  );
let passed = 0;

const newAddress = (): string => `${randomUUID()}@example.com`;

async function invite(documentId: string, email: string): Promise<void> {
  const { error } = await olga.client.rpc('add_member', {
    p_document: documentId,
    p_email: email,
    p_role: 'editor',
  });
  expect(error).toBeNull();
}

async function openShared(): Promise<string> {
  const documentId = await newDocument(olga.client);
  await letIn(olga, karel, documentId, 'commenter');
  return documentId;
}

async function mention(documentId: string, { userId }: DocumentClient): Promise<void> {
  const content = [
    { type: 'mention', attrs: { id: userId, label: 'Karel' } },
    { type: 'text', text: ' please look' },
  ];
  const { error } = await olga.client.rpc('add_comment', {
    p_document: documentId,
    p_thread: randomUUID(),
    p_comment: randomUUID(),
    p_anchor: { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' },
    p_body: { type: 'doc', content: [{ type: 'paragraph', content }] },
  });
  expect(error).toBeNull();
}

const sendMails = () =>
  fetch(`${supabase.url}/functions/v1/send-mails`, {
    method: 'POST',
    headers: { apikey: supabase.secretKey },
  });

describe('an invitation', () => {
  test('reaches a person with an account, and its link opens the document', async () => {
    const jana = await signUp(supabase, 'Jana');
    const documentId = await newDocument(olga.client);
    await invite(documentId, jana.email);
    await supabase.sendMails();
    const [mail, ...others] = await readInbox(jana.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Olga');
    expect(mail?.headers['Message-ID']).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(mail?.headers['Auto-Submitted']).toBe('auto-generated');
    const link = new URL(mail?.action_link ?? '');
    expect(link.pathname).toBe('/invitation');
    const accepted = await jana.client.rpc('accept_invitation', { p_token: link.hash.slice(1) });
    expect(accepted.error).toBeNull();
    expect((await jana.client.rpc('document_head', { p_document: documentId })).error).toBeNull();
  });

  test('reaches an address without an account, once', async () => {
    const address = newAddress();
    await invite(await newDocument(olga.client), address);
    await supabase.sendMails();
    await supabase.sendMails();
    expect(await readInbox(address)).toHaveLength(1);
  });

  test('is shown by the page of the inbox, with its link', async () => {
    const address = newAddress();
    await invite(await newDocument(olga.client), address);
    await supabase.sendMails();
    const [mail] = await readInbox(address);
    const page = await (await fetch(`${supabase.url}/inbox?to=${address}`)).text();
    expect(page).toContain(`<a href="${mail?.action_link}">`);
  });
});

describe('a mention in a comment', () => {
  test('reaches an absent person after two minutes', async () => {
    const documentId = await openShared();
    const before = (await readInbox(karel.email)).length;
    await mention(documentId, karel);
    await letPass(1.9);
    await supabase.sendMails();
    expect(await readInbox(karel.email)).toHaveLength(before);
    await letPass(0.2);
    await supabase.sendMails();
    const mails = await readInbox(karel.email);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]?.text).toContain('please look');
    expect(mails[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    await letPass(10);
    await supabase.sendMails();
    expect(await readInbox(karel.email)).toHaveLength(before + 1);
  });

  test('is not mailed to a person who saw it', async () => {
    const documentId = await openShared();
    const before = (await readInbox(karel.email)).length;
    await mention(documentId, karel);
    expect((await karel.client.rpc('mark_notifications', { p_mark: 'seen' })).error).toBeNull();
    await letPass(3);
    await supabase.sendMails();
    expect(await readInbox(karel.email)).toHaveLength(before);
  });
});

describe('the queue', () => {
  test('two workers at once send each mail once', async () => {
    const addresses = Array.from({ length: 12 }, newAddress);
    const documentId = await newDocument(karel.client);
    for (const p_email of addresses)
      await karel.client.rpc('add_member', { p_document: documentId, p_email, p_role: 'viewer' });
    const replies = await Promise.all([sendMails(), sendMails(), sendMails()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const counts = await Promise.all(addresses.map(async (address) => (await readInbox(address)).length));
    expect(counts).toEqual(addresses.map(() => 1));
  });

  test('where no mails leave, the schedule looks every ten minutes', async () => {
    const address = newAddress();
    await invite(await newDocument(olga.client), address);
    const service = openClient({ url: supabase.url, publishableKey: supabase.secretKey });
    const isDue = async () => (await service.rpc('mails_are_due')).data as unknown;
    expect(await isDue()).toBe(true);
    expect((await service.rpc('claim_mails', { p_is_set_up: false })).data).toEqual([]);
    expect(await isDue()).toBe(false);
    await supabase.database.query(
      "update private.mail_service set reported_at = reported_at - interval '10 minutes'",
    );
    expect(await isDue()).toBe(true);
    await supabase.sendMails();
    expect(await readInbox(address)).toHaveLength(1);
  });

  test('a worker that ended before its report: the mail comes once more, under the same Message-ID', async () => {
    const address = newAddress();
    await invite(await newDocument(olga.client), address);
    const rename = (from: string, to: string) =>
      supabase.database.query(`alter function public.${from}(uuid, text, text) rename to ${to}`);
    await rename('report_mail', 'report_mail_away');
    expect((await sendMails()).status).not.toBe(200);
    await letPass(4);
    await sendMails();
    expect(await readInbox(address)).toHaveLength(1);
    await letPass(2);
    expect((await sendMails()).status).not.toBe(200);
    const mails = await readInbox(address);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ headers }) => headers['Message-ID'])).size).toBe(1);
    await rename('report_mail_away', 'report_mail');
    await letPass(6);
    await supabase.sendMails();
    expect(await readInbox(address)).toHaveLength(2);
  });
});

describe('a mail is stopped', () => {
  async function openStop(): Promise<{ readonly documentId: string; readonly url: string }> {
    const documentId = await openShared();
    await mention(documentId, karel);
    await letPass(3);
    await supabase.sendMails();
    const [mail] = await readInbox(karel.email);
    return { documentId, url: /^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '' };
  }
  const mentionAgain = async (documentId: string): Promise<number> => {
    const before = (await readInbox(karel.email)).length;
    await mention(documentId, karel);
    await letPass(3);
    await supabase.sendMails();
    return (await readInbox(karel.email)).length - before;
  };

  test('by a POST without cookies or keys; a GET leads to the app and stops nothing', async () => {
    const { documentId, url } = await openStop();
    const led = await fetch(url, { redirect: 'manual' });
    expect(led.status).toBe(303);
    expect(led.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/unsubscribe#[\w-]{67}$/);
    expect(await mentionAgain(documentId)).toBe(1);
    const post = (body: string) =>
      fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect((await post('List-Unsubscribe=Maybe')).status).toBe(400);
    expect(await mentionAgain(documentId)).toBe(1);
    expect((await post('List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await mentionAgain(documentId)).toBe(0);
  });

  test('only with a token of this server, and a small form', async () => {
    const url = `${supabase.url}/functions/v1/unsubscribe?t=${'MWFh'.repeat(16)}AAA`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const forged = await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers });
    expect([forged.status, await forged.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    const large = await fetch(url, { method: 'POST', body: 'a'.repeat(5000), headers });
    expect(large.status).toBe(413);
    expect((await fetch(url, { method: 'PUT', body: 'a' })).status).toBe(400);
  });
});

describe('what a provider reports', () => {
  const report = (body: string, headers: Record<string, string>) =>
    fetch(`${supabase.url}/functions/v1/mail-events`, { method: 'POST', body, headers });
  const sign = (body: string, at = Date.now()): Record<string, string> => {
    const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(at / 1000))];
    const key = Buffer.from(EVENTS_SECRET.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` };
  };
  const bounce = (email: string, type = 'Permanent') =>
    JSON.stringify({ type: 'email.bounced', data: { to: [email], bounce: { type } } });
  const problemOf = async ({ client }: DocumentClient) =>
    (await client.rpc('my_mail_problem')).data as unknown;

  test('a bounce stops mails to the address, and its person learns it', async () => {
    const jana = await signUp(supabase, 'Jana');
    const body = bounce(jana.email);
    expect((await report(body, sign(body))).status).toBe(200);
    expect(await problemOf(jana)).toMatchObject({ reason: 'bounced' });
    await invite(await newDocument(olga.client), jana.email);
    await supabase.sendMails();
    expect(await readInbox(jana.email)).toEqual([]);
  });

  test('by Postmark with the name and password that were set', async () => {
    const jana = await signUp(supabase, 'Jana');
    const body = JSON.stringify({ RecordType: 'SpamComplaint', Email: jana.email });
    const authorization = `Basic ${btoa(EVENTS_LOGIN)}`;
    expect((await report(body, { authorization: `Basic ${btoa('post:other')}` })).status).toBe(401);
    expect(await problemOf(jana)).toBeNull();
    expect((await report(body, { authorization })).status).toBe(200);
    expect(await problemOf(jana)).toMatchObject({ reason: 'complained' });
  });

  test('nothing without its signature, and nothing of another event', async () => {
    const jana = await signUp(supabase, 'Jana');
    const body = bounce(jana.email);
    expect((await report(body, {})).status).toBe(401);
    expect((await report(body, sign(`${body} `))).status).toBe(401);
    expect((await report(body, sign(body, Date.now() - 600_000))).status).toBe(401);
    expect((await report(body, { apikey: supabase.secretKey })).status).toBe(401);
    const delivered = JSON.stringify({ type: 'email.delivered', data: { to: [jana.email] } });
    expect((await report(delivered, sign(delivered))).status).toBe(200);
    expect((await report('x', sign('x'))).status).toBe(400);
    expect(await problemOf(jana)).toBeNull();
  });
});

test('only the service key makes the outbox and send-mails work', async () => {
  const email = { from: 'a', to: ['ann@example.com'], subject: 'a', html: 'a', text: 'a', headers: {} };
  const post = (key: string) =>
    fetch(`${supabase.url}/mail/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(email),
    });
  const { data } = await karel.client.auth.getSession();
  for (const key of [supabase.anonKey, data.session?.access_token ?? '', 'x'])
    expect((await post(key)).status).toBe(401);
  expect((await fetch(`${supabase.url}/mail/v1/emails`, { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await post(supabase.serviceRoleKey)).status).toBe(200);
});
