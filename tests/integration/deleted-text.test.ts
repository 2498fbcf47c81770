/** Readers never receive text that was deleted before they had access, whatever way they came in (docs/decisions/0043). */
import { randomUUID } from 'node:crypto';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { decodeFrame } from '#contract/frame.ts';
import { encodeHex } from '#contract/hex.ts';
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
import { listContent, listDeleted } from '../support/secret-histories.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';
import { READABLE } from './rights/matrix.ts';
import { COMMENT, PIXEL } from './rights/open-world.ts';

const SECRET = 'hush-3141592';
const VISIBLE = 'text that everybody reads';

let supabase: TestSupabase;
let olga: DocumentClient;

beforeAll(async () => {
  supabase = await startTestSupabase();
  olga = await signUp(supabase, 'Olga');
});
afterAll(() => supabase?.close());

async function must(asked: PromiseLike<{ readonly error: Error | null }>): Promise<void> {
  const { error } = await asked;
  if (error !== null) throw error;
}
const call = (name: string, args: object) => must(olga.client.rpc(name, args));

interface Told {
  readonly documentId: string;
  readonly room: HandRoom;
  readonly deletedImage: string;
}

/** A document in which secrets were typed and deleted in every place that holds text. */
async function makeDocument(): Promise<Told> {
  const documentId = await newDocument(olga.client);
  const room = await openByHand(olga, documentId);
  const save = async (title?: string) => {
    const reply = await room.append(title === undefined ? {} : { title });
    expect(reply.status).toBe(200);
  };
  writeParagraph(room.doc, `${VISIBLE} `);
  await save();
  const text = lastText(room.doc);
  const title = room.doc.getText('title');
  text.insert(text.length, SECRET);
  title.insert(0, SECRET);
  text.insert(0, 'link ', { link: { href: `https://example.com/${SECRET}` } });
  writeParagraph(room.doc, SECRET);
  const deletedImage = `${documentId}/${randomUUID()}.png`;
  const image = new Y.XmlElement('image');
  image.setAttribute('src', deletedImage);
  image.setAttribute('alt', SECRET);
  room.doc.getXmlFragment('default').push([image]);
  await must(
    olga.client.storage.from('document-images').upload(deletedImage, PIXEL, { contentType: 'image/png' }),
  );
  await save(SECRET);
  const named = await olga.call('save-snapshot', { documentId, name: `Version ${SECRET}` });
  expect(named.status).toBe(200);
  for (const letters of SECRET.match(/..?.?/g)!) {
    text.insert(text.length, letters);
    await save();
  }
  room.doc.getXmlFragment('default').delete(room.doc.getXmlFragment('default').length - 2, 2);
  text.delete(0, 5);
  text.delete(VISIBLE.length + 1, 2 * SECRET.length);
  title.delete(0, SECRET.length);
  title.insert(0, 'Title');
  await save('Title');
  await supabase.database.query(
    `insert into public.deleted_versions (id, document_id, name, saved_at) values ($1, $2, $3, now())`,
    [randomUUID(), documentId, SECRET],
  );
  return { documentId, room, deletedImage };
}

const lastText = (doc: Y.Doc): Y.XmlText => {
  const root = doc.getXmlFragment('default');
  return (root.get(root.length - 1) as Y.XmlElement).get(0) as Y.XmlText;
};

const ROLES = ['viewer', 'commenter'] as const;
type Role = (typeof ROLES)[number];

/** Ways to become a reader of a document, in an order in which none undoes another. */
const WAYS: Readonly<Record<string, (told: Told, reader: ListeningReader, role: Role) => Promise<void>>> = {
  'invited by address': ({ documentId }, reader, role) => letIn(olga, reader, documentId, role),
  'invited, opens it without the mail': ({ documentId }, { email }, role) =>
    call('add_member', { p_document: documentId, p_email: email, p_role: role }),
  'by a request': async ({ documentId }, { client, userId }, role) => {
    await must(client.rpc('request_access', { p_document: documentId }));
    await call('answer_request', { p_document: documentId, p_user: userId, p_role: role });
  },
  'an editor who may only read now': async ({ documentId }, reader, role) => {
    await letIn(olga, reader, documentId, 'editor');
    await call('set_member_role', { p_document: documentId, p_user: reader.userId, p_role: role });
  },
  'by a link that let people edit': async ({ documentId }, { client }, role) => {
    await call('set_link_role', { p_document: documentId, p_role: 'editor' });
    await must(client.rpc('join_document', { p_document: documentId }));
    await call('set_link_role', { p_document: documentId, p_role: role });
  },
  'by the link': async ({ documentId }, { client }) =>
    must(client.rpc('join_document', { p_document: documentId })),
};

const stableFunctions = async (): Promise<readonly string[]> => {
  const { rows } = await supabase.database.query<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile = 's' and p.proargnames is not null
       and p.proargnames[1] = 'p_document' and p.pronargs - p.pronargdefaults <= 1
       and has_function_privilege('authenticated', p.oid, 'execute')`,
  );
  return rows.map(({ name }) => name);
};

/** Threads at deleted text, of the owner and, if it may, of the reader, with the quotes that a fold read in the log. */
async function comment({ documentId }: Told, reader: ListeningReader): Promise<void> {
  const anchor = { kind: 'text', units: '1 0 1', seq: 2, quote: 'mine', before: '', after: '', heading: '' };
  const add = {
    p_document: documentId,
    p_thread: randomUUID(),
    p_comment: randomUUID(),
    p_anchor: anchor,
    p_body: COMMENT,
  };
  await call('add_comment', { ...add, p_anchor: { ...anchor, quote: SECRET, heading: SECRET } });
  const own = { ...add, p_thread: randomUUID(), p_comment: randomUUID() };
  await reader.send('/rest/v1/rpc/add_comment', own);
  const texts = { quote: SECRET, before: SECRET, after: SECRET, heading: SECRET };
  const { rows } = await supabase.database.query<{ quotes: number }>(
    `with placed as (
       select public.save_thread_places($1, 1, l.head_seq, (select jsonb_agg(jsonb_build_object('id', t.id, 'attached', 0,
         'state', 'exact', 'units', t.units, 'living', '{}'::text[], 'texts', $2::jsonb)) from private.comment_threads t where t.document_id = $1))
       from public.document_logs l where l.document_id = $1)
     select count(*)::integer as quotes from placed`,
    [documentId, texts],
  );
  expect(rows[0]!.quotes).toBe(1);
}

/** Every request that reads, for every version and row. */
async function readEverything(told: Told, reader: ListeningReader): Promise<void> {
  const { documentId } = told;
  await comment(told, reader);
  const sessionId = randomUUID();
  const opening = { documentId, sessionId, clientId: 2 + Math.floor(Math.random() * 4e9), schema: 1 };
  await reader.send('/functions/v1/open-session', opening);
  const stateVector = encodeHex(Y.encodeStateVector(new Y.Doc()));
  for (const body of [{ after: null }, { after: 0 }, { after: 3 }, { after: 3, stateVector }])
    await reader.send('/functions/v1/load-document', { documentId, ...body });
  const { rows: versions } = await supabase.database.query<{ id: string }>(
    'select id from public.versions where document_id = $1',
    [documentId],
  );
  for (const { id } of versions)
    await reader.send('/functions/v1/read-version', { documentId, versionId: id });
  for (let seq = 1; seq < 4; seq += 1) await reader.send('/functions/v1/read-state', { documentId, seq });
  await reader.send('/functions/v1/read-log', { documentId, after: 0, until: 100 });
  await reader.send('/functions/v1/sign-history', { documentId });
  await reader.send('/rest/v1/rpc/document_head', {
    p_document: documentId,
    p_session: sessionId,
    p_since: 0,
  });
  await reader.send('/rest/v1/rpc/list_my_documents', {});
  for (const name of await stableFunctions())
    await reader.send(`/rest/v1/rpc/${name}`, { p_document: documentId });
  await reader.send('/rest/v1/rpc/room_roster', { p_document: documentId, p_session: sessionId });
  for (const [table, columns] of Object.entries(READABLE))
    await reader.send(`/rest/v1/${table}?select=${columns.join(',')}`);
  await reader.send('/storage/v1/object/list/document-images', { prefix: documentId });
  await reader.send('/storage/v1/object/list-v2/document-images', { prefix: documentId });
}

/** Joins the lanes, with everything that Realtime stored for a day, while text is typed. */
async function listen(reader: ListeningReader, { documentId, room }: Told): Promise<void> {
  const { rows } = await supabase.database.query<{ epoch: number }>(
    'select epoch from public.document_logs where document_id = $1',
    [documentId],
  );
  const lanes = ['ctl', 'upd', 'aw'].map((lane) =>
    reader.client.channel(`doc:${documentId}:${rows[0]!.epoch}:${lane}`, {
      config: { private: true, broadcast: { replay: { since: Date.now() - 86_400_000, limit: 25 } } },
    }),
  );
  await Promise.all(
    lanes.map(
      (lane) =>
        new Promise<void>((resolve, reject) => {
          lane.subscribe((state, error) => {
            if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
            else if (error !== undefined) reject(error);
          });
        }),
    ),
  );
  const before = reader.received.length;
  // The server may hold the message of an append back (S10b): text is typed until one arrives.
  const typeMore = async () => {
    lastText(room.doc).insert(0, 'More. ');
    expect((await room.append()).status).toBe(200);
    return reader.received.length;
  };
  await expect.poll(typeMore, { timeout: 5000, interval: 300 }).toBeGreaterThan(before);
}

const includes = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes).includes(text);

async function expectNoSecret(told: Told, { received }: ListeningReader, way: string): Promise<void> {
  const { rows } = await supabase.database.query<{ bytes: Buffer }>(
    'select bytes from public.document_updates where document_id = $1 order by seq',
    [told.documentId],
  );
  const deleted = listDeleted(rows.map(({ bytes }) => new Uint8Array(bytes)));
  for (const { what, bytes } of received) {
    // Text in JSON or hexadecimal digits too.
    for (const shape of [
      SECRET,
      Buffer.from(SECRET).toString('hex'),
      Buffer.from(SECRET).toString('base64').slice(0, 15),
    ])
      expect(includes(bytes, shape), `${way}: ${what} has the secret`).toBe(false);
    expect(includes(bytes, told.deletedImage.slice(37)), `${way}: ${what} has a deleted image`).toBe(false);
    if (what.startsWith('/functions/v1/load-document') || what.startsWith('/functions/v1/read-version'))
      for (const part of decodeFrame(bytes)?.parts ?? [])
        expect(
          listContent(part).filter((id) => deleted.has(id)),
          `${way}: ${what}`,
        ).toEqual([]);
  }
  expect(received.some(({ bytes }) => includes(bytes, VISIBLE))).toBe(true);
}

test.each(ROLES)('a %s receives nothing deleted, whatever way they were admitted', async (role) => {
  const told = await makeDocument();
  const readers = new Map<string, ListeningReader>();
  for (const [way, admit] of Object.entries(WAYS)) {
    const reader = await openListeningReader(supabase, 'Rita');
    readers.set(way, reader);
    await admit(told, reader, role);
  }
  await call('set_readers_see_all', { p_document: told.documentId, p_all: true });
  const saved = await olga.call('save-snapshot', { documentId: told.documentId, name: 'Now' });
  expect(saved.status).toBe(200);
  await Promise.all([...readers.values()].map((reader) => readEverything(told, reader)));
  await Promise.all([...readers.values()].map((reader) => listen(reader, told)));
  for (const [way, reader] of readers) {
    expect(reader.received.length, way).toBeGreaterThan(25);
    await reader.close();
    await expectNoSecret(told, reader, way);
  }
});

test('a reader loads the present text as one part at the head, and later what a state vector lacks', async () => {
  const told = await makeDocument();
  const reader = await openListeningReader(supabase, 'Rita');
  await letIn(olga, reader, told.documentId, 'viewer');
  const load = async (body: object) => {
    const { bytes } = await reader.send('/functions/v1/load-document', {
      documentId: told.documentId,
      ...body,
    });
    const frame = decodeFrame(bytes)!;
    return { header: loadHeader.parse(frame.header), parts: frame.parts };
  };
  const { rows } = await supabase.database.query<{ seq: number; chain: string }>(
    'select seq::integer, chain from public.document_updates where document_id = $1 order by seq desc limit 1',
    [told.documentId],
  );
  const { seq: head, chain } = rows[0]!;
  const whole = await load({ after: null });
  expect(whole.header).toMatchObject({
    role: 'viewer',
    head,
    chain,
    snapshotSeq: head,
    rows: [],
    latest: null,
  });
  const copy = new Y.Doc();
  applyUpdates(copy, whole.parts);
  expect(copy.getXmlFragment('default').toJSON()).toBe(told.room.doc.getXmlFragment('default').toJSON());
  // At the head there is nothing to load.
  expect(await load({ after: head })).toMatchObject({
    header: { head, chain, snapshotSeq: null },
    parts: [],
  });
  lastText(told.room.doc).insert(0, 'More. ');
  await told.room.append();
  const stateVector = encodeHex(Y.encodeStateVector(copy));
  const news = await load({ after: head, stateVector });
  expect(news.header).toMatchObject({ head: head + 1, snapshotSeq: head + 1, rows: [] });
  expect(news.header.latest).toEqual([[head + 1, told.room.sessionId, expect.any(Number), 'edit']]);
  expect(news.parts[0]!.length).toBeLessThan(whole.parts[0]!.length / 2);
  applyUpdates(copy, news.parts);
  expect(copy.getXmlFragment('default').toJSON()).toBe(told.room.doc.getXmlFragment('default').toJSON());
  const { status } = await reader.send('/functions/v1/load-document', {
    documentId: told.documentId,
    after: 1,
    stateVector: 'ffffffff',
  });
  expect(status).toBe(400);
});
