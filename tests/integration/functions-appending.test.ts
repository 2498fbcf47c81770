/** Side effects of appending: a version before a large deletion, and a daily limit of bytes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { encodeFrame } from '#contract/frame.ts';
import { decodeHex, encodeHex } from '#contract/hex.ts';
import type { LoadHeader } from '#contract/requests.ts';
import { openTagKey, tagUpdate } from '../../src/yjs-supabase/src/protocol/tag.ts';
import {
  openByHand,
  signUp,
  writeParagraph,
  type DocumentClient,
  type HandRoom,
} from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let ann: DocumentClient;
let bob: DocumentClient;

beforeAll(async () => {
  supabase = await startTestSupabase();
  [ann, bob] = await Promise.all([signUp(supabase, 'Ann'), signUp(supabase, 'Bob')]);
});
afterAll(() => supabase?.close());

const line = (name: string): string => `${name} ${'words that stand in the document '.repeat(10)}`.trim();

/** A document of Ann's with Bob as its editor and some 3,000 characters in ten paragraphs. */
async function openLong(paragraphs = 10): Promise<{ id: string; room: HandRoom }> {
  const id = await newDocument(ann.client);
  await letIn(ann, bob, id, 'editor');
  const room = await openByHand(ann, id);
  for (let at = 0; at < paragraphs; at += 1) writeParagraph(room.doc, line(`p${at}`));
  expect((await room.append()).status).toBe(200);
  return { id, room };
}

const textOf = ({ doc }: HandRoom): Y.XmlFragment => doc.getXmlFragment('default');

async function deleteAll(room: HandRoom): Promise<number> {
  textOf(room).delete(0, textOf(room).length);
  const reply = await room.append();
  expect(reply.status).toBe(200);
  return (reply.body as { head: number }).head;
}

async function versionsOf(id: string) {
  const { data } = await ann.client
    .from('versions')
    .select('id, kind, seq, name, author:profiles(name)')
    .eq('document_id', id)
    .neq('kind', 'automatic')
    .order('seq');
  return data ?? [];
}

const before = (seq: number, name: string) =>
  expect.objectContaining({ kind: 'before_deletion', seq, name: null, author: { name } });

const soon = (id: string) => expect.poll(() => versionsOf(id), { timeout: 10_000 });

/** Applies to the log too: a deletion that is still being checked is then too old. */
async function passTenMinutes(id: string): Promise<void> {
  for (const table of ['versions', 'document_updates']) {
    await supabase.database.query(
      `update public.${table} set created_at = created_at - interval '11 minutes' where document_id = $1`,
      [id],
    );
  }
}

describe('before a large deletion', () => {
  test('a version is saved in the deleting author’s name, and can be restored', async () => {
    const { id, room } = await openLong();
    const words = room.words();
    const theirs = await openByHand(bob, id);
    const head = await deleteAll(theirs);
    await soon(id).toEqual([before(head - 1, 'Bob')]);
    const [version] = await versionsOf(id);
    const restored = await ann.call('restore-version', { documentId: id, versionId: version!.id });
    expect(restored.status).toBe(200);
    expect((await openByHand(ann, id)).words()).toEqual(words);
  });

  test('none is saved before small deletions, and at most one in ten minutes', async () => {
    const { id, room } = await openLong();
    textOf(room).delete(1, 3);
    expect((await room.append()).status).toBe(200);
    const first = await deleteAll(room);
    await soon(id).toEqual([before(first - 1, 'Ann')]);
    for (let at = 0; at < 10; at += 1) writeParagraph(room.doc, line(`again${at}`));
    await deleteAll(room);
    for (let at = 0; at < 10; at += 1) writeParagraph(room.doc, line(`last${at}`));
    await room.append();
    await passTenMinutes(id);
    const last = await deleteAll(room);
    await soon(id).toEqual([before(first - 1, 'Ann'), before(last - 1, 'Ann')]);
  });

  test('none is saved for a document of a few lines, nor when all of it is converted', async () => {
    const short = await openLong(2);
    await deleteAll(short.room);
    const { id, room } = await openLong();
    room.doc.transact(() => {
      const quoted = textOf(room)
        .toArray()
        .map((block) => (block as Y.XmlElement).clone());
      textOf(room).delete(0, textOf(room).length);
      const quote = new Y.XmlElement('blockquote');
      quote.insert(0, quoted);
      textOf(room).insert(0, [quote]);
    });
    expect((await room.append()).status).toBe(200);
    const head = await deleteAll(room);
    await soon(id).toEqual([before(head - 1, 'Ann')]);
    expect(await versionsOf(short.id)).toEqual([]);
  });

  test('the version before a relayed deletion names its author, not the relaying peer', async () => {
    const { id } = await openLong();
    const theirs = await openByHand(bob, id);
    const { sessionId } = theirs;
    const session = { documentId: id, sessionId, clientId: theirs.doc.clientID, schema: 1 };
    const { secret } = (await bob.call('open-session', session)).body as { secret: string };
    let said: Uint8Array = new Uint8Array();
    theirs.doc.on('update', (update: Uint8Array) => (said = update));
    textOf(theirs).delete(0, textOf(theirs).length);
    const tag = encodeHex(tagUpdate(openTagKey(decodeHex(secret)), 1, said));
    const header = { documentId: id, sessionId, generation: 1, schema: 1 };
    const forged = encodeFrame({ ...header, said: [[1, '0'.repeat(32)]] }, [said]);
    expect(await ann.call('append-updates', forged)).toMatchObject({ status: 200, body: { acked: 0 } });
    const relayed = await ann.call('append-updates', encodeFrame({ ...header, said: [[1, tag]] }, [said]));
    expect(relayed).toMatchObject({ status: 200, body: { acked: 1 } });
    await soon(id).toEqual([before((relayed.body as { head: number }).head - 1, 'Bob')]);
  });

  test('a fold in the meantime does not prevent it, and the log loads as before', async () => {
    const { id, room } = await openLong();
    expect((await ann.call('save-snapshot', { documentId: id, name: 'Folded' })).status).toBe(200);
    writeParagraph(room.doc, 'after the fold');
    await room.append();
    const head = await deleteAll(room);
    await soon(id).toEqual([expect.objectContaining({ kind: 'named' }), before(head - 1, 'Ann')]);
    const other = await openByHand(bob, id);
    expect(other.words()).toEqual([]);
    expect(((await other.load()).frame.header as LoadHeader).head).toBe(head);
  });

  test('a version that cannot be saved does not affect the append', async () => {
    const { id, room } = await openLong();
    const rename = (from: string, to: string) =>
      supabase.database.query(`alter function public.${from} rename to ${to}`);
    await rename('save_before_deletion', 'save_nothing');
    const head = await deleteAll(room);
    writeParagraph(room.doc, 'and goes on');
    expect((await room.append()).body).toMatchObject({ head: head + 1 });
    await expect
      .poll(() => supabase.said.join('\n'), { timeout: 10_000 })
      .toContain(`saving ${id} as it was before a deletion failed`);
    await rename('save_nothing', 'save_before_deletion');
    expect(await versionsOf(id)).toEqual([]);
    expect((await openByHand(bob, id)).words()).toEqual(['and goes on']);
    const { rows } = await supabase.database.query<{ rows: number }>(
      'select count(*)::int as rows from public.document_updates where document_id = $1',
      [id],
    );
    expect(rows).toEqual([{ rows: head + 1 }]);
  });
});

describe('one user’s bytes of a day', () => {
  const leave = (person: DocumentClient, bytes: number) =>
    supabase.database.query(
      `insert into private.rate_buckets values ($1, 'append_bytes', $2, now())
       on conflict (user_id, action) do update set tokens = excluded.tokens, filled_at = excluded.filled_at`,
      [person.userId, bytes],
    );

  /** Sends as Ann, for the headers of the reply. */
  const send = async (name: string, body: Uint8Array | string): Promise<Response> => {
    const { data } = await ann.client.auth.getSession();
    return fetch(`${supabase.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: supabase.publishableKey,
        authorization: `Bearer ${data.session!.access_token}`,
        'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
      },
      body: body as BodyInit,
    });
  };

  test('are limited: the refusal has the time to wait, nothing is lost, others continue', async () => {
    const { id, room } = await openLong(1);
    const theirs = await openByHand(bob, id);
    await leave(ann, 1000);
    writeParagraph(room.doc, 'x'.repeat(20_000));
    const refused = await send(
      'append-updates',
      encodeFrame({ documentId: id, sessionId: room.sessionId, generation: 1, schema: 1, firstCounter: 2 }, [
        Y.encodeStateAsUpdate(room.doc, Y.encodeStateVector(theirs.doc)),
      ]),
    );
    expect([refused.status, await refused.json()]).toEqual([429, { error: { code: 'rate_limited' } }]);
    // 242 bytes a second: the limit of a day, spread evenly.
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(19_000 / 243);
    expect(wait).toBeLessThan(19_200 / 242);
    writeParagraph(theirs.doc, 'of somebody else');
    expect((await theirs.append()).status).toBe(200);
    await leave(ann, 30_000);
    expect(await room.append()).toMatchObject({ status: 200, body: { acked: 2 } });
    expect((await openByHand(bob, id)).words().join('')).toContain('x'.repeat(20_000));
  });

  test('include those of a restore: the refusal has the time to wait, after which it succeeds', async () => {
    await leave(ann, 60_000);
    const { id, room } = await openLong(1);
    writeParagraph(room.doc, 'y'.repeat(20_000));
    await room.append();
    const words = room.words();
    const { versionId } = (await ann.call('save-snapshot', { documentId: id, name: 'Long' })).body as {
      versionId: string;
    };
    await deleteAll(room);
    await leave(ann, 0);
    const restore = () => send('restore-version', JSON.stringify({ documentId: id, versionId }));
    const refused = await restore();
    expect([refused.status, await refused.json()]).toEqual([429, { error: { code: 'rate_limited' } }]);
    // More than a minute, from which on the page reports the daily limit.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20_000 / 243);
    expect((await openByHand(bob, id)).words()).toEqual([]);
    await leave(ann, 30_000);
    expect((await restore()).status).toBe(200);
    expect((await openByHand(bob, id)).words()).toEqual(words);
  });
});

describe('heirs', () => {
  const heirsOf = async (id: string): Promise<[number, string][]> => {
    const reply = await ann.call('read-log', { documentId: id, after: 0, until: 1000 });
    return (reply.body as { header: { heirs: [number, string][] } }).header.heirs;
  };

  test('stay with the row with which they came, and none are added (S30c)', async () => {
    const { id, room } = await openLong(1);
    writeParagraph(room.doc, 'comes back');
    writeParagraph(room.doc, 'is new');
    const declared = { firstCounter: 2, heirs: ['7 1 0 10', ''] };
    expect((await room.append(declared)).status).toBe(200);
    expect(await heirsOf(id)).toEqual([[3, '7 1 0 10']]);
    const { updates } = { updates: [Y.encodeStateAsUpdate(new Y.Doc())] };
    await room.append({ firstCounter: 3, heirs: ['1 1 1 1'], updates });
    expect(await heirsOf(id)).toEqual([[3, '7 1 0 10']]);
  });

  test.each([['1 2 3'], ['01 2 3 4'], ['1 2 3 4;'], [`1 2 3 4${' 1 2 3 4'.repeat(1100)}`]])(
    'are refused when no page would write them: %.20s',
    async (heirs) => {
      const { room } = await openLong(1);
      writeParagraph(room.doc, 'comes back');
      expect((await room.append({ heirs: [heirs] })).status).toBe(400);
      expect((await room.append({ heirs: [] })).status).toBe(200);
    },
  );
});
