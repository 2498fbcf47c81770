/** Erased text is nowhere: in no table and in no reply. All else goes on as before (docs/decisions/0059). */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import * as z from 'zod/mini';
import { applyUpdates } from '#contract/apply-updates.ts';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import { readTextSpans } from '#contract/authorship/read-spans.ts';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { traceLog } from '#contract/authorship/trace-log.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { IdRange } from '#contract/erasing/erase-content.ts';
import { eraseReply, fromRanges } from '#contract/erasing/erase-request.ts';
import { findErasable, type Erasable } from '#contract/erasing/find-erasable.ts';
import type { Frame } from '#contract/frame.ts';
import { readLogHeader } from '#contract/log-pages.ts';
import { listErased } from '#contract/proof/erased-rows.ts';
import { readKeys } from '#contract/proof/proof-keys.ts';
import { signHistoryReply, type ProofFile } from '#contract/proof/proof-file.ts';
import { verifyProof } from '#contract/proof/verify-proof.ts';
import { loadHeader } from '#contract/requests.ts';
import {
  openByHand,
  signUp,
  writeParagraph,
  type DocumentClient,
  type HandRoom,
} from '../support/document-client.ts';
import { openListeningReader, type ListeningReader } from '../support/listening-reader.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { runProgram } from '../support/run-program.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';
import { READABLE } from './rights/matrix.ts';
import { COMMENT, PIXEL } from './rights/open-world.ts';

/** Typed in parts, each of which must be gone. */
const PARTS = ['Xq7#', 'hunt', 'er2-', 'zW4!'];
const SECRET = PARTS.join('');
const VISIBLE = 'text that stays';

let supabase: TestSupabase;
let olga: DocumentClient;
let boris: DocumentClient;
let eva: ListeningReader;
beforeAll(async () => {
  supabase = await startTestSupabase();
  [olga, boris] = await Promise.all([signUp(supabase, 'Olga'), signUp(supabase, 'Boris')]);
  eva = await openListeningReader(supabase, 'Eva');
});
afterAll(async () => {
  await eva?.close();
  await supabase?.close();
});

interface Told {
  readonly documentId: string;
  readonly rooms: { readonly olga: HandRoom; readonly boris: HandRoom; readonly offline: HandRoom };
  /** Seq of the page that went offline, and of the text with the secret. */
  readonly offlineAt: number;
  readonly secretAt: number;
  /** Boris's update with the secret, and its counter. */
  readonly sent: { readonly counter: number; readonly update: Uint8Array };
}

const textOf = (doc: Y.Doc, at = 0): Y.XmlText =>
  (doc.getXmlFragment(TEXT_ROOT).get(at) as Y.XmlElement).get(0) as Y.XmlText;

async function save(room: HandRoom, changes = {}): Promise<number> {
  const { status, body } = await room.append(changes);
  expect(status).toBe(200);
  return (body as { head: number }).head;
}

/** A document in which a secret was typed into every place that holds text, moved, and deleted again. */
async function makeDocument(): Promise<Told> {
  const documentId = await newDocument(olga.client);
  await letIn(olga, boris, documentId, 'editor');
  await letIn(olga, eva, documentId, 'editor');
  const [one, two, offline] = [
    await openByHand(olga, documentId),
    await openByHand(boris, documentId),
    await openByHand(boris, documentId),
  ];
  await one.load();
  writeParagraph(one.doc, `${VISIBLE} of Olga: `);
  const offlineAt = await save(one);
  await two.load();
  await offline.load();
  const at = one.doc.getXmlFragment(TEXT_ROOT).length - 1;
  const text = textOf(one.doc, at);
  const { length } = text;
  for (const part of PARTS) {
    text.insert(text.length, part);
    await save(one);
  }
  text.insert(0, 'link ', { link: { href: `https://example.com/${SECRET}` } });
  one.doc.getText('title').insert(0, SECRET);
  await save(one, { title: SECRET });
  writeParagraph(one.doc, SECRET);
  const picture = `${documentId}/${randomUUID()}.png`;
  const image = new Y.XmlElement('image');
  image.setAttribute('src', picture);
  image.setAttribute('alt', SECRET);
  one.doc.getXmlFragment(TEXT_ROOT).push([image]);
  const stored = await olga.client.storage
    .from('document-images')
    .upload(picture, PIXEL, { contentType: 'image/png' });
  expect(stored.error).toBe(null);
  await save(one);
  expect(
    (await olga.call('save-snapshot', { documentId, name: `Version ${SECRET}`, note: SECRET })).status,
  ).toBe(200);
  // Boris moves it, as an editor writes a move.
  await two.load();
  const moved = textOf(two.doc, at);
  let update: Uint8Array = new Uint8Array();
  two.doc.once('update', (made: Uint8Array) => (update = made));
  two.doc.transact(() => {
    moved.delete(length + 5, SECRET.length);
    moved.insert(0, SECRET);
  });
  const secretAt = await save(two);
  await two.load();
  expect((await olga.call('save-snapshot', { documentId, name: 'Second' })).status).toBe(200);
  two.doc.transact(() => moved.delete(0, SECRET.length));
  await save(two);
  await one.load();
  const root = one.doc.getXmlFragment(TEXT_ROOT);
  one.doc.transact(() => {
    root.delete(root.length - 2, 2);
    text.delete(0, 5);
    one.doc.getText('title').delete(0, SECRET.length);
    one.doc.getText('title').insert(0, 'Title');
  });
  await save(one, { title: 'Title' });
  await supabase.database.query(
    'insert into public.deleted_versions (id, document_id, name, saved_at) values ($1, $2, $3, now())',
    [randomUUID(), documentId, SECRET],
  );
  await commentOn(documentId, secretAt);
  // An old document: its first rows are packed.
  await supabase.database.query(
    `update public.document_updates set created_at = now() - interval '40 days' where document_id = $1 and seq <= $2`,
    [documentId, secretAt - 2],
  );
  await supabase.database.query('select private.pack_updates($1)', [documentId]);
  return {
    documentId,
    rooms: { olga: one, boris: two, offline },
    offlineAt,
    secretAt,
    sent: { counter: 1, update },
  };
}

/** Threads whose quote, context or heading has the secret or a part of it. */
async function commentOn(documentId: string, seq: number): Promise<void> {
  const parts = [
    { quote: `${VISIBLE} ${SECRET}` },
    { before: SECRET.slice(-8), after: ` ${SECRET.slice(0, 8)}` },
    { heading: SECRET },
    {},
  ];
  for (const part of parts) await addComment(documentId, { seq, quote: VISIBLE, ...part });
}

async function addComment(documentId: string, part: object): Promise<void> {
  const { error } = await boris.client.rpc('add_comment', {
    p_document: documentId,
    p_thread: randomUUID(),
    p_comment: randomUUID(),
    p_anchor: { kind: 'text', units: '1 0 1', quote: '', before: '', after: '', heading: '', ...part },
    p_body: COMMENT,
  });
  expect(error).toBe(null);
}

/** Quotes of the threads that have one. */
async function listQuotes(documentId: string): Promise<readonly string[]> {
  const { data } = await olga.client.rpc('list_threads', { p_document: documentId });
  const { threads } = data as { threads: readonly { anchor: { quote: string } }[] };
  return threads.flatMap(({ anchor: { quote } }) => (quote === '' ? [] : [quote]));
}

async function readRows(documentId: string): Promise<readonly (LoggedUpdate & { readonly seq: number })[]> {
  const { body } = await olga.call('read-log', { documentId, after: 0, until: 1000 });
  const { header, parts } = body as Frame;
  return readLogHeader
    .parse(header)
    .rows.map(([seq, client, atMs], at) => ({ seq, client, atMs, update: parts[at]! }));
}

const docOf = (rows: readonly LoggedUpdate[]): Y.Doc => {
  const doc = new Y.Doc();
  applyUpdates(
    doc,
    rows.map(({ update }) => update),
  );
  return doc;
};

/** As the page does it. */
async function erase(documentId: string, { ranges }: Erasable, erasureId = randomUUID()): Promise<number> {
  const request = { documentId, erasureId, ranges: fromRanges(ranges), text: SECRET };
  let at: z.output<typeof eraseReply>['next'] | undefined;
  for (;;) {
    const { status, body } = await olga.call('erase-text', { ...request, at: at ?? undefined });
    expect(status, JSON.stringify(body)).toBe(200);
    const { characters, next } = eraseReply.parse(body);
    if (next === null) return characters;
    at = next;
  }
}

const shapesOf = (text: string): readonly string[] => {
  const bytes = Buffer.from(text);
  // In base64 a text looks different in each of three places.
  const base64 = [0, 1, 2].map((skip) =>
    Buffer.concat([Buffer.alloc(skip), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [text, bytes.toString('hex'), ...(text === SECRET ? base64 : [])];
};
const SHAPES = [SECRET, ...PARTS].flatMap(shapesOf);

/** Every row of every table, as text: bytes are hexadecimal digits there. */
async function findInDatabase(): Promise<readonly string[]> {
  const { rows: tables } = await supabase.database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await supabase.database.query<{ words: string }>(
      `select t::text as words from ${name} t`,
    );
    for (const { words } of rows)
      for (const shape of SHAPES) if (words.includes(shape)) found.push(`${name}: ${shape}`);
  }
  return found;
}

async function readEverything({ documentId }: Told, head: number): Promise<void> {
  const opening = {
    documentId,
    sessionId: randomUUID(),
    clientId: 2 + Math.floor(Math.random() * 4e9),
    schema: 1,
  };
  await eva.send('/functions/v1/open-session', opening);
  for (const after of [null, ...Array.from({ length: head + 1 }, (_, seq) => seq)])
    await eva.send('/functions/v1/load-document', { documentId, after });
  const { rows: versions } = await supabase.database.query<{ id: string }>(
    'select id from public.versions where document_id = $1',
    [documentId],
  );
  expect(versions.length).toBeGreaterThan(3);
  for (const { id } of versions) await eva.send('/functions/v1/read-version', { documentId, versionId: id });
  for (let seq = 1; seq <= head; seq += 1) await eva.send('/functions/v1/read-state', { documentId, seq });
  await eva.send('/functions/v1/read-log', { documentId, after: 0, until: 1000 });
  await eva.send('/functions/v1/sign-history', { documentId });
  await eva.send('/rest/v1/rpc/document_head', {
    p_document: documentId,
    p_session: opening.sessionId,
    p_since: 0,
  });
  await eva.send('/rest/v1/rpc/list_my_documents', {});
  await eva.send('/rest/v1/rpc/list_threads', { p_document: documentId });
  await eva.send('/rest/v1/rpc/changes_while_away', { p_document: documentId });
  for (const [table, columns] of Object.entries(READABLE))
    await eva.send(`/rest/v1/${table}?select=${columns.join(',')}`);
}

async function prove(documentId: string): Promise<ProofFile> {
  const { signed } = signHistoryReply.parse((await olga.call('sign-history', { documentId })).body);
  const rows = await readRows(documentId);
  return {
    format: 'history-proof',
    version: 2,
    statement: signed!.statement,
    rows: rows.map(({ seq, client, atMs, update }) => [
      seq,
      client,
      atMs,
      Buffer.from(update).toString('base64'),
    ]),
  };
}

test('an erased secret is in no table and in no reply, and all else goes on', async () => {
  const told = await makeDocument();
  const { documentId, rooms, offlineAt, sent } = told;
  const before = await readRows(documentId);
  const head = before.at(-1)!.seq;
  expect((await findInDatabase()).length).toBeGreaterThan(10);
  const erasable = runSteps(findErasable(before, [SECRET]));
  expect(erasable.isShown).toBe(false);
  const erasureId = randomUUID();

  const characters = await erase(documentId, erasable, erasureId);
  expect(characters).toBeGreaterThan(3 * SECRET.length);
  expect(await findInDatabase()).toEqual([]);
  expect(await listQuotes(documentId)).toEqual([VISIBLE]);
  const listImages = async () => (await olga.client.storage.from('document-images').list(documentId)).data;
  await expect.poll(listImages, { timeout: 5000 }).toEqual([]);

  // Every reply, to a person who may read the whole log.
  await readEverything(told, head);
  for (const { what, bytes } of eva.received)
    for (const shape of SHAPES)
      expect(Buffer.from(bytes).includes(shape), `${what} has ${shape}`).toBe(false);
  // Nor the hash of a row before: that of a row of four letters would tell which ones they were.
  for (const { update } of before.slice(offlineAt)) {
    const hash = createHash('sha256').update(update).digest('hex');
    const isStill = (await readRows(documentId)).some((row) => Buffer.from(row.update).equals(update));
    for (const { what, bytes } of isStill ? [] : eva.received)
      expect(Buffer.from(bytes).includes(hash), what).toBe(false);
  }
  expect(eva.received.some(({ bytes }) => Buffer.from(bytes).includes(VISIBLE))).toBe(true);

  // The log: the same document, at the end and at each row; the same authors; the same chain.
  const after = await readRows(documentId);
  expect(after.map(({ seq, client, atMs }) => [seq, client, atMs])).toEqual(
    before.map(({ seq, client, atMs }) => [seq, client, atMs]),
  );
  const [was, is] = [docOf(before), docOf(after)];
  expect(is.getXmlFragment(TEXT_ROOT).toJSON()).toBe(was.getXmlFragment(TEXT_ROOT).toJSON());
  expect(Y.encodeStateVector(is)).toEqual(Y.encodeStateVector(was));
  const [traceBefore, traceAfter] = [traceLog({ state: [] }, before), traceLog({ state: [] }, after)];
  for (const { client, clock, length } of readTextSpans(is.getXmlFragment(TEXT_ROOT)))
    for (let at = clock; at < clock + length; at += 1)
      expect(traceAfter.addedBy({ client, clock: at })).toBe(traceBefore.addedBy({ client, clock: at }));

  // A proof of it verifies, and tells how much was erased.
  const keys = await readKeys(await (await fetch(`${supabase.url}/functions/v1/history-keys`)).json());
  const verdict = await verifyProof(await prove(documentId), keys);
  if (!verdict.ok) throw new Error(verdict.reason);
  expect(listErased(verdict.claims.erased ?? [])).toEqual([
    { by: olga.userId, atMs: expect.any(Number), characters },
  ]);

  const folder = mkdtempSync(join(tmpdir(), 'spolu-erased-'));
  const place = join(folder, 'proof.json');
  writeFileSync(place, JSON.stringify(await prove(documentId)));
  const printed = await runProgram(['verify-history', place, `${supabase.url}/functions/v1/history-keys`]);
  expect(printed).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${characters} characters were erased by Olga on 20`),
  });
  rmSync(folder, { recursive: true });

  // A page that was behind loads the snapshot (S31b), keeps what it wrote, and sends it.
  const late = textOf(rooms.offline.doc, 1);
  late.insert(late.length, 'written offline');
  const { frame } = await rooms.offline.load(offlineAt);
  const header = loadHeader.parse(frame.header);
  expect(header).toMatchObject({ head, snapshotSeq: head, rows: [] });
  await save(rooms.offline);
  // Boris's page was open, and had not pulled the last rows yet.
  for (const [room, applied] of [
    [rooms.olga, head],
    [rooms.boris, head - 1],
  ] as const) {
    await room.load(applied);
    expect(room.words().join(' ')).toContain('written offline');
    expect(room.words()).toEqual(rooms.offline.words());
  }

  // A page may append an erased row again, which is acknowledged and not stored (S31c).
  const again = await rooms.boris.append({ firstCounter: sent.counter, updates: [sent.update] });
  expect(again).toMatchObject({ status: 200, body: { head: head + 1 } });
  expect(
    await rooms.boris.append({ firstCounter: sent.counter, updates: [Uint8Array.of(0, 0)] }),
  ).toMatchObject({
    status: 422,
  });

  // An old version is restored.
  const { rows } = await supabase.database.query<{ id: string }>(
    `select id from public.versions where document_id = $1 and name = 'Second'`,
    [documentId],
  );
  const restored = await olga.call('restore-version', {
    documentId,
    versionId: rows[0]!.id,
    seenHead: head + 1,
  });
  expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  await rooms.olga.load();
  expect(rooms.olga.words().join(' ')).toContain(VISIBLE);

  // The same request again changes nothing more.
  await erase(documentId, erasable, erasureId);
  expect(await findInDatabase()).toEqual([]);

  // A page that was offline comments on the text.
  const { client, clock } = erasable.ranges[0]!;
  await addComment(documentId, { units: `${client} ${clock} 1`, seq: head, quote: SECRET, before: SECRET });
  expect(await findInDatabase()).toEqual([]);
});

test('text that is still in the document stays, whatever a request names (S31a)', async () => {
  const { documentId, rooms } = await makeDocument();
  const rows = await readRows(documentId);
  const all = [...Y.decodeStateVector(Y.encodeStateVector(docOf(rows)))].map(([client, length]): IdRange => ({
    client,
    clock: 0,
    length,
  }));
  const words = docOf(rows).getXmlFragment(TEXT_ROOT).toJSON();
  await erase(documentId, { ranges: all, isShown: true });
  expect(
    docOf(await readRows(documentId))
      .getXmlFragment(TEXT_ROOT)
      .toJSON(),
  ).toBe(words);
  await rooms.boris.load();
  expect(rooms.boris.doc.getXmlFragment(TEXT_ROOT).toJSON()).toBe(words);
  const request = { documentId, erasureId: randomUUID(), ranges: fromRanges(all), text: SECRET };
  expect(await boris.call('erase-text', request)).toMatchObject({ status: 403 });
});

test('an erasure that stopped halfway is ended later, without the text', async () => {
  const { documentId } = await makeDocument();
  const { ranges } = runSteps(findErasable(await readRows(documentId), [SECRET]));
  const begin = { documentId, erasureId: randomUUID(), ranges: fromRanges(ranges), text: SECRET };
  expect((await olga.call('erase-text', begin)).status).toBe(200);
  const mine = olga.client.from('erasures').select('id, ended_at').eq('document_id', documentId);
  expect((await mine).data).toEqual([{ id: begin.erasureId, ended_at: null }]);
  const request = { documentId, erasureId: begin.erasureId, ranges: [], text: '' };
  let at: z.output<typeof eraseReply>['next'] = { part: 'rows', after: 0 };
  while (at !== null) at = eraseReply.parse((await olga.call('erase-text', { ...request, at })).body).next;
  expect((await mine).data).toEqual([{ id: begin.erasureId, ended_at: expect.any(String) }]);
  // Only a name of a version is left, which anybody who edits may change.
  const left = await findInDatabase();
  expect(left.filter((place) => !/^public\.(deleted_)?versions: /u.test(place))).toEqual([]);
});
