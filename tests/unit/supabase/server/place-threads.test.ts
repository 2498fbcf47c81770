import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { z } from 'zod';
import { writeHeirs } from '#contract/authorship/heir-ranges.ts';
import { encodeFrame } from '#contract/frame.ts';
import { afterFoldReply } from '../../../../supabase/functions/_shared/server/after-fold-reply.ts';
import type { Database } from '../../../../supabase/functions/_shared/server/database.ts';
import { placeThreads } from '../../../../supabase/functions/_shared/server/place-threads.ts';

const DOCUMENT = '00000000-0000-4000-8000-000000000001';
const THREAD = '00000000-0000-4000-8000-000000000002';

/** Anna (client 2) writes a line; Boris (client 3) presses Enter in it, and a restore (client 4) brings deleted text back. */
function writeLog() {
  const doc = new Y.Doc();
  const rows: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => rows.push(update));
  const root = doc.getXmlFragment('default');
  const paragraph = (text: string): Y.XmlElement => {
    const element = new Y.XmlElement('paragraph');
    element.insert(0, [new Y.XmlText(text)]);
    return element;
  };
  const textAt = (at: number): Y.XmlText => (root.get(at) as Y.XmlElement).get(0) as Y.XmlText;
  doc.clientID = 2;
  root.insert(0, [paragraph('The words of Anna stand here')]);
  doc.clientID = 3;
  doc.transact(() => {
    textAt(0).delete(10, 18);
    root.insert(1, [paragraph('of Anna stand here')]);
  });
  return { rows, doc };
}

interface Asked {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function fakeDatabase(threads: unknown, frameOf: (after: number) => Uint8Array) {
  const asked: Asked[] = [];
  const database: Database = {
    call: (name, args, schema) => {
      asked.push({ name, args });
      return Promise.resolve(
        z.parse(schema, name === 'threads_to_place' ? threads : name === 'list_unused_images' ? [] : null),
      );
    },
    callBytes: (name, args) => {
      asked.push({ name, args });
      return Promise.resolve(frameOf(args['p_after'] as number) as Uint8Array<ArrayBuffer>);
    },
  };
  return { database, asked };
}

const anchor = {
  kind: 'text',
  units: '2 12 12',
  seq: 1,
  quote: 'a quote that nobody wrote',
  before: '',
  after: '',
  heading: '',
};
const thread = { id: THREAD, generation: 1, attached: 0, isChecked: false, anchor, place: null };

function frameOfLog(rows: readonly Uint8Array[]): Uint8Array {
  const header = {
    generation: 1,
    base: null,
    until: rows.length,
    rows: rows.map((_, at) => [at + 1, at + 2, 1000 * at, false]),
    heirs: [],
  };
  return encodeFrame(header, rows);
}

test('places and words come from the log, not from the page', async () => {
  const { rows } = writeLog();
  const { database, asked } = fakeDatabase([thread], () => frameOfLog(rows));
  await placeThreads(database, DOCUMENT);
  expect(asked.map(({ name }) => name)).toEqual(['threads_to_place', 'thread_rows', 'save_thread_places']);
  expect(asked[1]!.args).toEqual({ p_document: DOCUMENT, p_after: 1 });
  expect(asked[2]!.args).toMatchObject({
    p_generation: 1,
    p_seq: 2,
    p_places: [
      {
        id: THREAD,
        attached: 0,
        state: 'exact',
        texts: { quote: 'of Anna stan', before: 'The words ', after: 'd here' },
        living: ['quote', 'before', 'after'],
      },
    ],
  });
});

test('a document without threads to place costs one request', async () => {
  const { database, asked } = fakeDatabase([], () => new Uint8Array());
  await placeThreads(database, DOCUMENT);
  expect(asked.map(({ name }) => name)).toEqual(['threads_to_place']);
});

test('rows that take too long are left out: the quote is looked for in the last snapshot', async () => {
  const { rows, doc } = writeLog();
  const last = { generation: 1, base: rows.length, until: rows.length, rows: [], heirs: [] };
  const checked = {
    ...thread,
    isChecked: true,
    anchor: { ...anchor, quote: 'of Anna stan', before: 'The words ', after: 'd here' },
  };
  const { database, asked } = fakeDatabase([checked], (after) =>
    after > 1000 ? encodeFrame(last, [Y.encodeStateAsUpdate(doc)]) : frameOfLog(rows),
  );
  let nowMs = 0;
  await placeThreads(database, DOCUMENT, () => (nowMs += 800));
  expect(asked.at(-1)!.args).toMatchObject({ p_places: [{ state: 'healed', texts: null }] });
});

test('a thread of an earlier generation is found by its quote only', async () => {
  const { rows } = writeLog();
  const words = { quote: 'of Anna stan', before: 'The words ', after: 'd here' };
  const before = { ...thread, generation: 0, isChecked: true, anchor: { ...anchor, ...words } };
  const { database, asked } = fakeDatabase([before], () => frameOfLog(rows));
  await placeThreads(database, DOCUMENT);
  expect(asked.at(-1)!.args).toMatchObject({ p_places: [{ state: 'healed' }] });
});

test('a restore of text from before the anchor is found in the whole log', async () => {
  const { doc, rows } = writeLog();
  const before = Y.encodeStateAsUpdate(doc);
  const moved = doc.getXmlFragment('default').get(1) as Y.XmlElement;
  const words = 'of Anna stand here';
  doc.clientID = 4;
  doc.getXmlFragment('default').delete(1, 1);
  doc.clientID = 5;
  const again = new Y.XmlElement('paragraph');
  again.insert(0, [new Y.XmlText(words)]);
  doc.getXmlFragment('default').insert(1, [again]);
  const { client, clock } = moved._item!.id;
  const heirs = writeHeirs([{ clock: 2, from: { client: 2, clock: 12 }, length: words.length }]);
  const frameOf = (after: number): Uint8Array => {
    const [base, state] = after < 2 ? [null, []] : [2, [before]];
    const left = rows.map((update, at) => ({ seq: at + 1, update })).filter(({ seq }) => seq > (base ?? 0));
    const header = {
      generation: 1,
      base,
      until: rows.length,
      rows: left.map(({ seq }) => [seq, seq + 1, 60_000 * seq, seq === 4]),
      heirs: [[4, heirs]],
    };
    return encodeFrame(header, [...state, ...left.map(({ update }) => update)]);
  };
  const atCopy = { ...thread, anchor: { ...anchor, units: `${client} ${clock + 2} 7`, seq: 2 } };
  const { database, asked } = fakeDatabase([atCopy], frameOf);
  await placeThreads(database, DOCUMENT);
  expect(asked.map(({ args }) => args['p_after']).filter((after) => after !== undefined)).toEqual([2, 0]);
  expect(asked.at(-1)!.args).toMatchObject({ p_places: [{ state: 'exact', units: '5 2 7' }] });
});

test('the other steps after a fold do not fail with it', async () => {
  const { database, asked } = fakeDatabase('not a list', () => new Uint8Array());
  const storage = { remove: () => Promise.resolve() };
  await expect(afterFoldReply(database, storage as never, DOCUMENT)).rejects.toThrow(
    'steps after a fold failed',
  );
  expect(asked.map(({ name }) => name)).toEqual([
    'list_unused_images',
    'threads_to_place',
    'comments_to_index',
  ]);
});
