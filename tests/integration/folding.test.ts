/** The log is folded before it outgrows the document, by one client, and appends succeed whatever the outcome. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_DOCUMENT_WEIGHT } from '#contract/limits.ts';
import type { LoadHeader } from '#contract/requests.ts';
import {
  openByHand,
  signUp,
  writeParagraph,
  type DocumentClient,
  type HandRoom,
  type Reply,
} from '../support/document-client.ts';
import { newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let database: Client;
let ann: DocumentClient;

beforeAll(async () => {
  supabase = await startTestSupabase();
  database = new Client({ connectionString: supabase.database.projectUrl });
  await database.connect();
  ann = await signUp(supabase, 'Ann');
});
afterAll(async () => {
  await database?.end();
  await supabase?.close();
});

/** The bytes that opening the document loads: the snapshot, and all rows after it. */
async function loaded(room: HandRoom): Promise<{ snapshot: number; tail: number }> {
  const { frame } = await room.load();
  const bytes = frame.parts.map(({ length }) => length);
  const snapshot = (frame.header as LoadHeader).snapshotSeq === null ? 0 : bytes.shift()!;
  return { snapshot, tail: bytes.reduce((sum, length) => sum + length, 0) };
}

/** Appends the updates of `work` only. */
async function append(room: HandRoom, work: (text: Y.XmlFragment) => void): Promise<Reply> {
  const updates: Uint8Array[] = [];
  const take = (update: Uint8Array): number => updates.push(update);
  room.doc.on('update', take);
  work(room.doc.getXmlFragment('default'));
  room.doc.off('update', take);
  return room.append({ updates });
}

const write = (room: HandRoom, words: string) => append(room, () => writeParagraph(room.doc, words));

/** Inserts and deletes thousands of characters: the log grows, the document stays unchanged. */
const fidget = (room: HandRoom, thousands: number) =>
  append(room, (text) => {
    const words = (text.get(1) as Y.XmlElement).get(0) as Y.XmlText;
    const { length } = words;
    for (let times = 0; times < thousands; times += 1) words.insert(words.length, 'a'.repeat(1000));
    words.delete(length, thousands * 1000);
  });

async function openWritten(): Promise<{ id: string; room: HandRoom }> {
  const id = await newDocument(ann.client);
  const room = await openByHand(ann, id);
  await room.load();
  expect(await write(room, 'Words that stay.')).toMatchObject(TAKEN);
  return { id, room };
}

const TAKEN = { status: 200 };
const FULL = { status: 413, body: { error: { code: 'document_full' } } };
const ask = async (sql: string, ...values: unknown[]) =>
  (await database.query(sql, values)).rows as unknown[];
const tries = (id: string) => ask('select tries from private.folds where document_id = $1', id);

test('client and database agree on the maximum weight of a document', async () => {
  expect(await ask('select private.max_document_weight()::int as weight')).toEqual([
    { weight: MAX_DOCUMENT_WEIGHT },
  ]);
});

test('opening a document that one person has edited for long loads little more than its present content', async () => {
  const { room } = await openWritten();
  for (let burst = 0; burst < 8; burst += 1) {
    expect(await fidget(room, 40)).toMatchObject(TAKEN);
    await expect.poll(async () => (await loaded(room)).tail, { timeout: 10_000 }).toBeLessThan(64 * 1024);
  }
  expect((await loaded(room)).snapshot).toBeLessThan(2000);
});

test('a failed fold is retried later by one client, and all appends succeed in the meantime', async () => {
  const { id, room } = await openWritten();
  const fold = () => ann.call('save-snapshot', { documentId: id, version: false });
  expect(await fold()).toMatchObject(TAKEN);
  const snapshots = (await ask('select bytes from document_snapshots where document_id = $1', id)) as {
    bytes: Buffer;
  }[];
  const store = (bytes: Uint8Array) =>
    ask('update document_snapshots set bytes = $2 where document_id = $1', id, bytes);
  await store(new Uint8Array([1, 1, 1]));
  for (let burst = 0; burst < 3; burst += 1) {
    expect(await fidget(room, 70)).toMatchObject(TAKEN);
    await expect.poll(() => tries(id)).toEqual([{ tries: 1 }]);
  }
  expect(await fold()).toMatchObject({ status: 429 });
  await ask('update private.folds set not_before = now() where document_id = $1', id);
  await store(snapshots[0]!.bytes);
  expect(await write(room, 'One more.')).toMatchObject(TAKEN);
  await expect.poll(() => tries(id), { timeout: 10_000 }).toEqual([]);
  expect((await loaded(room)).tail).toBeLessThan(64 * 1024);
});

test('a document above the limit opens, shrinks, and is restored', async () => {
  const { id, room } = await openWritten();
  const short = (await ann.call('save-snapshot', { documentId: id, name: 'Short' })).body as {
    versionId: string;
  };
  expect(await write(room, 'Words of too many.')).toMatchObject(TAKEN);
  const outgrow = () =>
    ask(
      'update document_logs set size_bytes = $2, snapshot_weight = $2 where document_id = $1',
      id,
      MAX_DOCUMENT_WEIGHT * 2,
    );
  await outgrow();
  expect((await room.load()).status).toBe(200);
  expect(await append(room, (text) => text.delete(1, 1))).toMatchObject(TAKEN);
  // While another fold runs.
  await ask(
    "insert into private.folds (document_id, tries, not_before) values ($1, 1, now() + '1 minute')",
    id,
  );
  expect(await write(room, 'Not taken.')).toMatchObject(FULL);
  expect(await ann.call('restore-version', { documentId: id, versionId: short.versionId })).toMatchObject(
    TAKEN,
  );
  const other = await openByHand(ann, id);
  await other.load();
  expect(other.words()).toContain('Words that stay.');
  await outgrow();
  expect(await append(other, (text) => text.delete(0, 1))).toMatchObject(TAKEN);
  expect(await ann.call('save-snapshot', { documentId: id, version: false })).toMatchObject(TAKEN);
  expect(await write(other, 'Room again.')).toMatchObject(TAKEN);
});

test('a book is taken as a whole, again after it was deleted, and not when it does not fit', async () => {
  const { id, room } = await openWritten();
  const book = (megabytes: number) =>
    append(room, (text) => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [new Y.XmlText('words '.repeat((megabytes * 1_000_000) / 6))]);
      text.insert(1, [paragraph]);
    });
  expect(await book(3.9)).toMatchObject(TAKEN);
  expect(await append(room, (text) => text.delete(1, 1))).toMatchObject(TAKEN);
  expect(await book(3.8)).toMatchObject(TAKEN);
  const head = await ask('select head_seq from document_logs where document_id = $1', id);
  expect(await book(1)).toMatchObject(FULL);
  expect(await ask('select head_seq from document_logs where document_id = $1', id)).toEqual(head);
});
