import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readDocument } from '#contract/text/yjs-document.ts';
import { encodeFrame, type Frame } from '#contract/frame.ts';
import { decodeHex, encodeHex } from '#contract/hex.ts';
import { openTagKey, tagUpdate } from '../../src/yjs-supabase/src/protocol/tag.ts';
import { readLogHeader } from '#contract/log-pages.ts';
import type { LoadHeader } from '#contract/requests.ts';
import {
  openByHand,
  signUp,
  writeParagraph,
  type DocumentClient,
  type HandRoom,
  type Reply,
} from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let ann: DocumentClient;
let bob: DocumentClient;
let vera: DocumentClient;
let sam: DocumentClient;
let documentId: string;
let room: HandRoom;

const refusal = (code: string) => ({ error: expect.objectContaining({ code }) });

beforeAll(async () => {
  supabase = await startTestSupabase();
  [ann, bob, vera, sam] = (await Promise.all(
    ['Ann', 'Bob', 'Vera', 'Sam'].map((name) => signUp(supabase, name)),
  )) as [DocumentClient, DocumentClient, DocumentClient, DocumentClient];
  documentId = await newDocument(ann.client);
  for (const [person, role] of [
    [bob, 'editor'],
    [vera, 'viewer'],
  ] as const) {
    const added = await ann.client.rpc('add_member', {
      p_document: documentId,
      p_email: person.email,
      p_role: role,
    });
    expect(added.error).toBeNull();
  }
  room = await openByHand(ann, documentId);
});
afterAll(() => supabase?.close());

test('a new document is one empty paragraph, the same for every client', async () => {
  expect(room.words()).toEqual(['']);
  expect((await openByHand(bob, documentId)).words()).toEqual(['']);
});

test('an author’s text is loaded by the others, after a head or from the beginning', async () => {
  room.doc.transact(() => {
    writeParagraph(room.doc, 'Příliš žluťoučký kůň');
    room.doc.getText('title').insert(0, 'Koně');
  });
  const reply = await room.append({ title: 'Koně' });
  expect(reply).toMatchObject({ status: 200, body: { head: 2, acked: 1, epoch: 1 } });
  const other = await openByHand(vera, documentId);
  expect(other.words()).toEqual(['', 'Příliš žluťoučký kůň']);
  const { frame } = await (await openByHand(bob, documentId)).load(1);
  expect((frame.header as LoadHeader).rows).toEqual([[2, room.sessionId, 1, 'edit']]);
  const list = await vera.client.rpc('list_my_documents');
  expect(list.data).toMatchObject([
    { id: documentId, title: 'Koně', role: 'viewer', owner_name: 'Ann', member_count: 3 },
  ]);
});

const titleInList = async (id: string): Promise<unknown> =>
  (await ann.client.from('documents').select('title').eq('id', id).single()).data?.['title'];

describe('the title in lists', () => {
  async function open() {
    const id = await newDocument(ann.client);
    await letIn(ann, bob, id, 'editor');
    const [mine, theirs] = [await openByHand(ann, id), await openByHand(bob, id)];
    const [title, other] = [mine.doc.getText('title'), theirs.doc.getText('title')];
    return { id, mine, theirs, title, other };
  }

  test('is that of the log, whatever is sent beside the updates', async () => {
    const { id, mine, theirs, title } = await open();
    title.insert(0, 'Plan');
    expect(await mine.append({ title: 'Plan' })).toMatchObject({ status: 200 });
    expect(await titleInList(id)).toBe('Plan');
    writeParagraph(theirs.doc, 'Only text');
    expect(await theirs.append({ title: 'Fired: Ann' })).toMatchObject({ status: 200 });
    expect(await titleInList(id)).toBe('Plan');
    expect(await theirs.append({ title: 'An append of nothing', updates: [] })).toMatchObject({
      status: 200,
    });
    expect(await titleInList(id)).toBe('Plan');
  });

  test('is what two people wrote at once, in whichever order it is logged', async () => {
    const { id, mine, theirs, title, other } = await open();
    title.insert(0, 'Plan');
    await mine.append({ title: 'Plan' });
    await theirs.load();
    title.insert(4, ' B');
    other.delete(0, 1);
    other.insert(0, 'p');
    await theirs.append({ title: 'plan' });
    await mine.append({ title: 'Plan B' });
    expect(await titleInList(id)).toBe('plan B');
  });

  test('follows a text that grows, shrinks and is folded between two edits of the title', async () => {
    const { id, mine, title } = await open();
    const text = mine.doc.getXmlFragment('default');
    for (let round = 1; round <= 4; round += 1) {
      title.insert(title.length, `${round}`);
      await mine.append({ title: 'x' });
      expect(await titleInList(id)).toBe('1234'.slice(0, round));
      for (let at = 0; at < 5; at += 1) writeParagraph(mine.doc, `Paragraph ${round}.${at}`);
      await mine.append();
      text.delete(1, 2);
      await mine.append();
      if (round % 2 === 0)
        expect(await ann.call('save-snapshot', { documentId: id })).toMatchObject({ status: 200 });
    }
    const { rows } = await supabase.database.query<{ bytes: number }>(
      'select octet_length(state) as bytes from private.titles where document_id = $1',
      [id],
    );
    expect(rows[0]?.bytes, 'a state without the text').toBeLessThan(200);
  });

  test('is stored with the rows, before anything announces them', async () => {
    const { id, mine, title } = await open();
    const admin = supabase.database;
    await admin.query(
      `create table public.seen_titles (title text);
       create function public.note_title() returns trigger language plpgsql security definer as
         'begin insert into public.seen_titles select d.title from public.documents d where d.id = new.document_id; return null; end';
       create constraint trigger note_title after insert on public.document_updates deferrable initially deferred
         for each row execute function public.note_title()`,
    );
    try {
      title.insert(0, 'Copy');
      await mine.append({ title: 'x' });
      const { rows } = await admin.query<{ title: string }>('select title from public.seen_titles');
      expect(rows).toEqual([{ title: 'Copy' }]);
      expect(await titleInList(id)).toBe('Copy');
    } finally {
      await admin.query(
        'drop trigger note_title on public.document_updates; drop function public.note_title(); drop table public.seen_titles',
      );
    }
  });

  test('that a page changed without a word comes with the next fold', async () => {
    const { id, mine, title } = await open();
    title.insert(0, 'Quiet');
    await mine.append();
    expect(await titleInList(id)).toBe('');
    await ann.call('save-snapshot', { documentId: id, version: false });
    expect(await titleInList(id)).toBe('Quiet');
  });
});

describe('updates that a session broadcast but did not append', () => {
  async function openTalker() {
    const room = await openByHand(bob, documentId);
    const { sessionId } = room;
    const body = { documentId, sessionId, clientId: room.doc.clientID, schema: 1 };
    const { secret } = (await bob.call('open-session', body)).body as { secret: string };
    const place = { documentId, sessionId, generation: 1 };
    const key = openTagKey(decodeHex(secret));
    let said: Uint8Array = new Uint8Array();
    room.doc.on('update', (update: Uint8Array) => {
      said = update;
    });
    writeParagraph(room.doc, 'said live and never appended');
    const frame = (tags: readonly Uint8Array[], updates: readonly Uint8Array[]) => {
      const header = { ...place, schema: 1, said: tags.map((tag) => [1, encodeHex(tag)]) };
      return encodeFrame(header, updates);
    };
    return { room, said, tag: tagUpdate(key, 1, said), frame, body };
  }

  test('are logged on its behalf when they carry its tag, whatever else was sent in its name', async () => {
    const { said, tag, frame } = await openTalker();
    const junk = new Uint8Array([9, 9, 9]);
    const relayed = await ann.call('append-updates', frame([tag, tag], [junk, said]));
    expect(relayed).toMatchObject({ status: 200, body: { acked: 1 } });
    expect((await openByHand(vera, documentId)).words()).toContain('said live and never appended');
  });

  test('are not logged without the tag, nor for a viewer', async () => {
    const { said, tag, frame } = await openTalker();
    const forged = await ann.call('append-updates', frame([new Uint8Array(16)], [said]));
    expect(forged).toMatchObject({ status: 200, body: { acked: 0 } });
    expect(await vera.call('append-updates', frame([tag], [said]))).toMatchObject({ status: 403 });
    expect(await ann.call('append-updates', frame([tag], [said, said]))).toMatchObject({ status: 400 });
  });

  test('have a secret that no other user receives', async () => {
    const { body } = await openTalker();
    expect(await ann.call('open-session', body)).toEqual({ status: 403, body: refusal('session_invalid') });
  });
});

describe('an append is refused', () => {
  test('from a viewer, from a stranger, and in another user’s session', async () => {
    writeParagraph(room.doc, 'not sent');
    const update = Y.encodeStateAsUpdate(new Y.Doc());
    const header = { documentId, sessionId: room.sessionId, generation: 1, schema: 1, firstCounter: 9 };
    for (const person of [vera, sam]) {
      expect(await person.call('append-updates', encodeFrame(header, [update]))).toEqual({
        status: 403,
        body: refusal('forbidden'),
      });
    }
    expect(await bob.call('append-updates', encodeFrame(header, [update]))).toEqual({
      status: 403,
      body: refusal('session_invalid'),
    });
    await room.append();
  });

  test('under another client id, so that no user can write in another’s name or hide their text', async () => {
    const forged = new Y.Doc();
    forged.clientID = room.doc.clientID;
    writeParagraph(forged, 'words of Ann that Ann never wrote');
    const theirs = await openByHand(bob, documentId);
    const reply = await theirs.append({ firstCounter: 1, updates: [Y.encodeStateAsUpdate(forged)] });
    expect(reply).toEqual({ status: 422, body: refusal('update_rejected') });
  });

  test('when its clock leaves a gap, after which none of it could ever be read', async () => {
    const theirs = await openByHand(bob, documentId);
    writeParagraph(theirs.doc, 'kept back');
    const before = Y.encodeStateVector(theirs.doc);
    writeParagraph(theirs.doc, 'sent');
    const updates = [Y.encodeStateAsUpdate(theirs.doc, before)];
    const reply = await theirs.append({ firstCounter: 1, updates });
    expect(reply).toEqual({ status: 422, body: refusal('update_rejected') });
    expect(await theirs.append({ firstCounter: 1 })).toMatchObject({ status: 200, body: { acked: 2 } });
  });

  test('when it is no frame, too large, of an unknown node, or without a token', async () => {
    expect(await ann.call('append-updates', new Uint8Array([1, 2, 3]))).toEqual({
      status: 400,
      body: refusal('bad_request'),
    });
    expect((await ann.call('append-updates', new Uint8Array(4 * 1024 * 1024))).status).toBe(413);
    const strange = new Y.Doc();
    strange.clientID = room.doc.clientID;
    strange.getXmlFragment('default').insert(0, [new Y.XmlElement('script')]);
    const reply = await room.append({ updates: [Y.encodeStateAsUpdate(strange)] });
    expect(reply).toEqual({ status: 422, body: refusal('update_rejected') });
    const unsigned = await fetch(`${supabase.url}/functions/v1/load-document`, {
      method: 'POST',
      headers: { apikey: supabase.publishableKey },
      body: '{}',
    });
    expect([unsigned.status, await unsigned.json()]).toEqual([401, refusal('unauthenticated')]);
  });

  test('after signing out, although the token has not expired', async () => {
    const once = await signUp(supabase, 'Once');
    await ann.client.rpc('add_member', { p_document: documentId, p_email: once.email, p_role: 'editor' });
    const theirs = await openByHand(once, documentId);
    writeParagraph(theirs.doc, 'too late');
    await once.client.auth.signOut();
    expect(await theirs.append()).toEqual({ status: 401, body: refusal('unauthenticated') });
  });
});

test('a stranger gets nothing from any function', async () => {
  const version = { documentId, versionId: randomUUID() };
  const asked = await Promise.all([
    sam.call('load-document', { documentId, after: null }),
    sam.call('open-session', { documentId, sessionId: randomUUID(), clientId: 7, schema: 1 }),
    sam.call('save-snapshot', { documentId }),
    sam.call('read-version', version),
    sam.call('restore-version', version),
  ]);
  for (const reply of asked) expect(reply).toEqual({ status: 403, body: refusal('forbidden') });
});

test('a version is saved, read and restored; text typed in the meantime stays', async () => {
  await room.load();
  const saved = await ann.call('save-snapshot', { documentId, name: 'Draft' });
  expect(saved).toMatchObject({ status: 200, body: { versionId: expect.any(String) } });
  const { versionId, seq } = saved.body as { versionId: string; seq: number };
  const before = room.words();

  writeParagraph(room.doc, 'seen by Ann, and to be undone');
  await room.append();
  await room.load();
  const colleague = await openByHand(bob, documentId);
  writeParagraph(colleague.doc, 'typed meanwhile');
  const { body } = await colleague.append();
  const { head } = body as { head: number };

  const read = await vera.call('read-version', { documentId, versionId });
  const old = new Y.Doc();
  for (const part of (read.body as Frame).parts) Y.applyUpdate(old, part);
  expect(old.getXmlFragment('default').toArray()).toHaveLength(before.length);
  expect(await vera.call('restore-version', { documentId, versionId })).toMatchObject({ status: 403 });

  const restored = await ann.call('restore-version', { documentId, versionId, seenHead: head - 1 });
  expect(restored).toMatchObject({
    status: 200,
    body: { head: head + 1, backupVersionId: expect.any(String) },
  });
  await Promise.all([room.load(), colleague.load()]);
  expect(room.words()).toEqual([...before, 'typed meanwhile']);
  expect(colleague.words()).toEqual(room.words());

  const { data } = await bob.client
    .from('versions')
    .select('kind, seq, name, author:profiles(name)')
    .eq('document_id', documentId)
    .in('kind', ['named', 'before_restore'])
    .order('seq');
  expect(data).toEqual([
    { kind: 'named', seq, name: 'Draft', author: { name: 'Ann' } },
    { kind: 'before_restore', seq: head, name: null, author: { name: 'Ann' } },
  ]);
  const { backupVersionId } = restored.body as { backupVersionId: string };
  expect(await ann.call('restore-version', { documentId, versionId: backupVersionId })).toMatchObject({
    status: 200,
  });
  await room.load();
  expect(room.words()).toContain('seen by Ann, and to be undone');
});

describe('a part of the text is restored', () => {
  const block = (words: string) => ({
    block: { type: 'paragraph', content: [{ type: 'text', text: words }] },
  });
  const openPair = async () => {
    const id = await newDocument(ann.client);
    await letIn(ann, bob, id, 'editor');
    const [mine, others] = [await openByHand(ann, id), await openByHand(bob, id)];
    for (const words of ['first of all', 'second of all', 'third of all']) writeParagraph(mine.doc, words);
    const { head } = (await mine.append()).body as { head: number };
    await others.load();
    const restore = (seq: number, text: unknown) => ann.call('restore-part', { documentId: id, seq, text });
    return { id, mine, others, head, restore };
  };

  test('and what others typed since stays', async () => {
    const { mine, others, head, restore, id } = await openPair();
    writeParagraph(others.doc, 'typed since');
    await others.append();
    const restored = await restore(head, [{ from: 0, to: 2 }, block('second as it was'), { from: 3, to: 4 }]);
    expect(restored).toMatchObject({ status: 200, body: { head: head + 2 } });
    await mine.load();
    expect(mine.words()).toEqual(['', 'first of all', 'second as it was', 'third of all', 'typed since']);
    const { data } = await ann.client
      .from('versions')
      .select('kind, typed')
      .eq('document_id', id)
      .eq('kind', 'restored');
    expect(data).toEqual([{ kind: 'restored', typed: expect.any(Number) }]);
    expect(data![0]!.typed).toBeGreaterThan(0);
    const { backupVersionId } = restored.body as { backupVersionId: string };
    const undo = { documentId: id, versionId: backupVersionId, seenHead: head + 2, takesBack: true };
    expect((await ann.call('restore-version', undo)).status).toBe(200);
    await mine.load();
    expect(mine.words()).toEqual(['', 'first of all', 'second of all', 'third of all', 'typed since']);
  });

  test('and what others log between its fold and its row stays when it is undone', async () => {
    const { id, mine, others, head, restore } = await openPair();
    const over = new AbortController();
    const typing = (async () => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        writeParagraph(others.doc, `meanwhile ${number}`);
        await others.append();
      }
      return others.words();
    })();
    const restored = await restore(head, [{ from: 0, to: 2 }, block('second as it was'), { from: 3, to: 4 }]);
    over.abort();
    const words = await typing;
    const { head: seenHead, backupVersionId: versionId } = restored.body as {
      head: number;
      backupVersionId: string;
    };
    const undo = { documentId: id, versionId, seenHead, takesBack: true };
    expect((await ann.call('restore-version', undo)).status).toBe(200);
    await mine.load();
    expect(mine.words()).toEqual(words);
    expect(words.length).toBeGreaterThan(5);
  });

  test('once, by any number of users, and again after it was undone', async () => {
    const { id, mine, others, head } = await openPair();
    mine.doc.getXmlFragment('default').delete(2, 1);
    const { head: seq } = (await mine.append()).body as { head: number };
    await others.load();
    const text = [{ from: 0, to: 2 }, block('second of all'), { from: 2, to: 3 }];
    const restore = (person: DocumentClient) => person.call('restore-part', { documentId: id, seq, text });
    const answers = await Promise.all([restore(ann), restore(bob)]);
    for (const [at, { status }] of answers.entries()) if (status === 409) answers[at] = await restore(bob);
    answers.push(await restore(ann));
    const backups = answers.map(({ body }) => (body as { backupVersionId: string | null }).backupVersionId);
    expect(backups.filter((one) => one !== null)).toHaveLength(1);
    await mine.load();
    expect(mine.words()).toEqual(['', 'first of all', 'second of all', 'third of all']);
    const undo = { documentId: id, versionId: backups.find((one) => one !== null), takesBack: true };
    expect((await ann.call('restore-version', undo)).status).toBe(200);
    expect(await restore(bob)).toMatchObject({ status: 200, body: { backupVersionId: expect.any(String) } });
    await mine.load();
    expect(mine.words()).toEqual(['', 'first of all', 'second of all', 'third of all']);
    expect(head).toBeLessThan(seq);
  });

  test('although another member opened sessions under the ids that follow from the request alone', async () => {
    const { id, mine, head, restore } = await openPair();
    const text = [{ from: 0, to: 2 }, block('second as it was'), { from: 3, to: 4 }];
    const guessed = Array.from({ length: 50 }, (_, round) =>
      createHash('sha256')
        .update(`${id} ${round} ${JSON.stringify([head, text])}`)
        .digest()
        .readUInt32BE(0),
    );
    // As his page would within two minutes; more are too many at once.
    await supabase.database.query(
      `insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
       select gen_random_uuid(), $1, $2, 1, guessed from unnest($3::bigint[]) as guessed`,
      [id, bob.userId, guessed],
    );
    expect((await restore(head, text)).status).toBe(200);
    await mine.load();
    expect(mine.words()).toEqual(['', 'first of all', 'second as it was', 'third of all']);
  });

  test('but not into more than a document may hold, however short the request', async () => {
    const { mine, head, restore } = await openPair();
    const before = mine.words();
    for (const words of Array.from({ length: 30 }, () => 'one of many paragraphs. '.repeat(400)))
      writeParagraph(mine.doc, words);
    const { head: seq } = (await mine.append()).body as { head: number };
    const long = Array.from({ length: 2000 }, () => ({ from: 0, to: 1000 }));
    expect(await restore(seq, long)).toMatchObject({ status: 413, body: refusal('too_large') });
    expect(await restore(head, '[],'.repeat(400_000).split(''))).toMatchObject({ status: 413 });
    expect(await restore(head, [{ from: 0, to: before.length }])).toMatchObject({ status: 200 });
  });

  test('and is refused when the paragraph around it is gone', async () => {
    const { mine, others, head, restore } = await openPair();
    others.doc.getXmlFragment('default').delete(2, 1);
    await others.append();
    const reply = await restore(head, [{ from: 0, to: 2 }, block('second of them all'), { from: 3, to: 4 }]);
    expect(reply).toMatchObject({ status: 409, body: refusal('text_changed') });
    await mine.load();
    expect(mine.words()).toEqual(['', 'first of all', 'third of all']);
    // The lease is free again.
    expect((await restore(head, [{ from: 0, to: 4 }])).status).toBe(200);
  });

  test('and nothing else is accepted', async () => {
    const { head, restore } = await openPair();
    const deep = (levels: number): object =>
      levels === 0 ? block('deep').block : { type: 'blockquote', content: [deep(levels - 1)] };
    const wrong = [
      [{ block: { type: 'script' } }],
      [{ block: { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'blink' }] }] } }],
      [{ from: -1, to: 2 }],
      'all',
      [{ block: deep(400) }],
    ];
    for (const text of wrong) expect(await restore(head, text)).toMatchObject({ status: 400 });
    expect(await restore(head + 1, [{ from: 0, to: 1 }])).toMatchObject({ status: 400 });
    const wide = {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 9999 } }] }],
    };
    expect(await restore(head, [{ block: wide }])).toMatchObject({
      status: 422,
      body: refusal('update_rejected'),
    });
  });

  test('the log is read page by page, by those who may write', async () => {
    const { id, head } = await openPair();
    const reply = await bob.call('read-log', { documentId: id, after: 0, until: head });
    const { header, parts } = reply.body as Frame;
    expect(header).toMatchObject({ from: 1, until: head });
    const rows = readLogHeader.parse(header).rows;
    expect(rows.map(([seq]) => seq)).toEqual(Array.from(parts, (_, at) => at + 1));
    expect(Math.abs(rows.at(-1)![2] - Date.now())).toBeLessThan(60_000);
    const doc = new Y.Doc();
    for (const part of parts) Y.applyUpdate(doc, part);
    expect(readDocument(doc.getXmlFragment('default')).content).toHaveLength(4);
    const state = await bob.call('read-state', { documentId: id, seq: 1 });
    expect((state.body as Frame).parts).toHaveLength(1);
    expect((await vera.call('read-state', { documentId, seq: 1 })).status).toBe(403);
    expect((await vera.call('read-log', { documentId: id, after: 0, until: head })).status).toBe(403);
    expect((await vera.call('read-log', { documentId, after: 0, until: 1 })).status).toBe(403);
  });
});

test('a long log is folded automatically, and loads from the snapshot', async () => {
  const id = await newDocument(bob.client);
  const long = await openByHand(bob, id);
  for (let burst = 0; burst < 3; burst++) {
    for (let i = 0; i < 80; i++) writeParagraph(long.doc, `line ${burst}.${i}`);
    expect((await long.append()).status).toBe(200);
  }
  await expect
    .poll(async () => ((await long.load()).frame.header as LoadHeader).snapshotSeq, { timeout: 10_000 })
    .toBeGreaterThan(200);
  expect((await openByHand(bob, id)).words()).toEqual(long.words());
});

test('names without the characters that a database cannot store are saved', async () => {
  const id = await newDocument(ann.client);
  const odd = await openByHand(ann, id);
  odd.doc.getText('title').insert(0, 'nul\u0000, an escape \u001b[2K and a whole pair 😀');
  expect(await odd.append({ title: 'half a pair \ud800' })).toMatchObject({ status: 200 });
  expect(await titleInList(id)).toBe('nul, an escape [2K and a whole pair 😀');
  expect(await ann.call('save-snapshot', { documentId: id, name: ' ', note: '' })).toMatchObject({
    status: 200,
  });
});

test('an update that waits for a missing one blocks neither versions nor restores', async () => {
  const id = await newDocument(ann.client);
  const odd = await openByHand(ann, id);
  writeParagraph(odd.doc, 'kept');
  expect((await odd.append()).status).toBe(200);
  const saved = await ann.call('save-snapshot', { documentId: id, name: 'Before' });
  const other = await openByHand(ann, id);
  const never = new Y.Doc();
  Y.applyUpdate(never, Y.encodeStateAsUpdate(other.doc));
  writeParagraph(never, 'never sent');
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(never), 'log');
  writeParagraph(other.doc, 'sent, and waiting');
  expect((await other.append()).status).toBe(200);
  const orphan = Uint8Array.of(0, 1, 0x85, 5, 1, 0, 3);
  expect((await other.append({ firstCounter: 2, updates: [orphan] })).status).toBe(200);
  expect((await ann.call('save-snapshot', { documentId: id, name: 'After' })).status).toBe(200);
  const { versionId } = saved.body as { versionId: string };
  expect((await ann.call('restore-version', { documentId: id, versionId })).status).toBe(200);
  expect((await openByHand(ann, id)).words()).toEqual(['', 'kept']);
});

test('deep nesting built in many small steps is left out of the fold, and its session cannot write any more', async () => {
  const id = await newDocument(ann.client);
  const odd = await openByHand(ann, id);
  let top: Y.XmlFragment = odd.doc.getXmlFragment('default');
  for (let level = 0; level < 120; level += 20) {
    odd.doc.transact(() => {
      for (let step = 0; step < 20; step += 1) {
        const next = new Y.XmlElement('blockquote');
        top.insert(top.length, [next]);
        top = next;
      }
    });
    expect((await odd.append()).status).toBe(200);
  }
  const good = await openByHand(ann, id);
  writeParagraph(good.doc, 'kept');
  expect((await good.append()).status).toBe(200);
  expect((await ann.call('save-snapshot', { documentId: id, name: 'Low' })).status).toBe(200);
  writeParagraph(odd.doc, 'refused');
  expect(await odd.append()).toEqual({ status: 403, body: refusal('session_invalid') });
  const late = await openByHand(ann, id);
  expect(late.words()).toContain('kept');
  const text = late.doc.getXmlFragment('default').toJSON();
  expect(text.split('<blockquote>')).toHaveLength(60 + 1);
});

test('a user who sends too many requests receives the time to wait', async () => {
  const id = await newDocument(sam.client);
  const { data } = await sam.client.auth.getSession();
  const setRate = (perSecond: number, burst: number) =>
    supabase.database.query(
      "update private.rate_limits set per_second = $1, burst = $2 where action = 'open_session'",
      [perSecond, burst],
    );
  const open = () =>
    fetch(`${supabase.url}/functions/v1/open-session`, {
      method: 'POST',
      headers: {
        apikey: supabase.publishableKey,
        authorization: `Bearer ${data.session!.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        documentId: id,
        sessionId: randomUUID(),
        clientId: Date.now() % 1e9,
        schema: 1,
      }),
    });
  const { rows } = await supabase.database.query<{ per_second: number; burst: number }>(
    "select per_second, burst from private.rate_limits where action = 'open_session'",
  );
  await setRate(0.001, 1);
  expect((await open()).status).toBe(200);
  const refused = await open();
  await setRate(rows[0]!.per_second, rows[0]!.burst);
  expect({ status: refused.status, body: await refused.json() }).toEqual({
    status: 429,
    body: { error: { code: 'rate_limited' } },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After');
});

/** Reads the blocks of a version. */
async function readVersion(id: string, saved: Reply): Promise<string> {
  const { versionId } = saved.body as { versionId: string };
  const read = await ann.call('read-version', { documentId: id, versionId });
  const doc = new Y.Doc();
  for (const part of (read.body as Frame).parts) Y.applyUpdate(doc, part);
  return doc.getXmlFragment('default').toJSON();
}

test('a version includes my text that follows live text saved a moment later than mine', async () => {
  const id = await newDocument(ann.client);
  await letIn(ann, bob, id, 'editor');
  const [mine, theirs] = await Promise.all([openByHand(ann, id), openByHand(bob, id)]);
  writeParagraph(theirs.doc, 'live words');
  Y.applyUpdate(mine.doc, Y.encodeStateAsUpdate(theirs.doc), 'log');
  writeParagraph(mine.doc, 'mine');
  expect(await mine.append()).toMatchObject({ status: 200 });
  const [saved] = await Promise.all([
    ann.call('save-snapshot', { documentId: id }),
    wait(700).then(() => theirs.append()),
  ]);
  expect(await readVersion(id, saved)).toContain(
    '<paragraph>live words</paragraph><paragraph>mine</paragraph>',
  );

  // The author of live text may be gone. The version then lacks it, after the time in which any page would have saved it.
  Y.applyUpdate(theirs.doc, Y.encodeStateAsUpdate(mine.doc), 'log');
  writeParagraph(theirs.doc, 'never saved');
  Y.applyUpdate(mine.doc, Y.encodeStateAsUpdate(theirs.doc), 'log');
  writeParagraph(mine.doc, 'and mine');
  expect(await mine.append()).toMatchObject({ status: 200 });
  const startedMs = Date.now();
  const without = await readVersion(id, await ann.call('save-snapshot', { documentId: id }));
  expect(without).toContain('<paragraph>live words</paragraph><paragraph>mine</paragraph>');
  expect(without).not.toMatch(/never saved|and mine/);
  expect(Date.now() - startedMs).toBeLessThan(10_000);
});
