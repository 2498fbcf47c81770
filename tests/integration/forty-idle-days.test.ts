/**
 * Forty days without a visit: the server's timer sweeps. Everything that is promised to be erased is erased, files
 * included, and everything that is promised to stay stays. A day passes by making all of the project's timestamps a day
 * older.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../support/document-client.ts';
import { letTimePass } from '../support/let-time-pass.ts';
import { newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let supabase: TestSupabase;
let owner: DocumentClient;
beforeAll(async () => {
  supabase = await startTestSupabase();
  owner = await signUp(supabase, 'Olga');
});
afterAll(() => supabase?.close());

const query = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await supabase.database.query<Row>(text, values)).rows;
const count = async (from: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await query<{ count: string }>(`select count(*) from ${from}`, values))[0]?.count);

const letDaysPass = (days: number) => letTimePass(supabase, `${days} days`);

async function addFile(bucket: string, path: string): Promise<void> {
  const { error } = await owner.client.storage.from(bucket).upload(path, PIXEL, { contentType: 'image/png' });
  expect(error).toBeNull();
}
const listFiles = async (): Promise<readonly string[]> =>
  (await query<{ name: string }>('select name from storage.objects order by name')).map(({ name }) => name);

async function writeWithImage(documentId: string, path: string): Promise<void> {
  const room = await openByHand(owner, documentId);
  const image = new Y.XmlElement('image');
  image.setAttribute('src', path);
  room.doc.getXmlFragment('default').push([image]);
  expect((await room.append()).status).toBe(200);
  writeParagraph(room.doc, 'Words that stay');
  expect((await room.append()).status).toBe(200);
}

test('after forty idle days everything due is erased, and the rest is unchanged', async () => {
  const [kept, trashed] = [await newDocument(owner.client), await newDocument(owner.client)];
  const [shown, forgotten, binned] = [kept, kept, trashed].map((id) => `${id}/${randomUUID()}.png`) as [
    string,
    string,
    string,
  ];
  const [face, oldFace] = [`${randomUUID()}.png`, `${randomUUID()}.png`];
  for (const path of [shown, forgotten, binned]) await addFile('document-images', path);
  for (const file of [face, oldFace]) await addFile('avatars', `${owner.userId}/${file}`);
  expect(
    (await owner.client.from('profiles').update({ avatar: face }).eq('id', owner.userId)).error,
  ).toBeNull();
  await writeWithImage(kept, shown);
  await writeWithImage(trashed, binned);
  // A session that wrote nothing.
  await openByHand(owner, kept);
  for (const p_email of ['nobody@example.com', owner.email.replace('@', '+2@')])
    await owner.client.rpc('add_member', { p_document: kept, p_email, p_role: 'viewer' });
  await query(
    `insert into private.refused_writes (document_id, user_id, reason, session_id, last_at)
     values ($1, $2, 'clock', gen_random_uuid(), now() - interval '60 days'), ($1, $2, 'newer', gen_random_uuid(), now())`,
    [kept, owner.userId],
  );
  expect((await owner.client.rpc('delete_document', { p_document: trashed })).error).toBeNull();
  const log = await query(
    'select seq, encode(sha256, $1) from public.document_updates where document_id = $2',
    ['hex', kept],
  );
  const written = 'public.editing_sessions where last_counter > 0 and document_id = $1';

  await supabase.sweep();
  expect([await count(written, [kept]), (await listFiles()).length]).toEqual([1, 5]);
  expect(await count('private.session_secrets')).toBeGreaterThan(0);
  for (const days of [1, 28, 5, 5, 1]) {
    await letDaysPass(days);
    await supabase.sweep();
  }

  // Erased: 30 days in the trash, 7 of an invitation, a day of a secret, 90 of a refusal, unreferenced files.
  expect(await count('public.document_updates where document_id = $1', [trashed])).toBe(0);
  expect(await count('private.invitations')).toBe(0);
  expect(await count('private.session_secrets')).toBe(0);
  expect(await count('public.editing_sessions where last_counter = 0')).toBe(0);
  expect(await query('select reason from private.refused_writes')).toEqual([{ reason: 'newer' }]);
  expect(await count('private.rate_buckets')).toBe(0);
  expect(await listFiles()).toEqual([shown, `${owner.userId}/${face}`].toSorted());
  // Kept: text, its authors, and the account.
  expect(
    await query('select seq, encode(sha256, $1) from public.document_updates where document_id = $2', [
      'hex',
      kept,
    ]),
  ).toEqual(log);
  expect(await count(written, [kept])).toBe(1);
  expect((await owner.client.storage.from('document-images').download(shown)).error).toBeNull();
  expect((await openByHand(owner, kept)).doc.getXmlFragment('default').toString()).toContain(
    'Words that stay',
  );
  expect(supabase.errors).toEqual([]);
});

test('a sweep waits for no lock: rows in use are left for the next one', async () => {
  await openByHand(owner, await newDocument(owner.client));
  await letDaysPass(40);
  const unwritten = 'public.editing_sessions where last_counter = 0';
  await supabase.database.transaction(async (tx) => {
    const { rowCount: held } = await tx.query(`select 1 from ${unwritten} for update`);
    await supabase.sweep();
    expect([held > 0, await count(unwritten)]).toEqual([true, held]);
  });
  await supabase.sweep();
  expect(await count(unwritten)).toBe(0);
});

test('concurrent and repeated sweeps are harmless', async () => {
  await letDaysPass(40);
  await Promise.all(Array.from({ length: 6 }, () => supabase.sweep()));
  await supabase.sweep();
  expect(await query('select public.sweep() as swept')).toEqual([
    {
      swept: {
        sessions: 0,
        secrets: 0,
        invitations: 0,
        refusedWrites: 0,
        buckets: expect.any(Number) as number,
        notifications: 0,
        versions: 0,
        documents: 0,
        more: false,
      },
    },
  ]);
});
