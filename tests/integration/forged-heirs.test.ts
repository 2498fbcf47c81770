/** An editor who does not use the app declares in an append that its text is another person's (S30d). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readHeirs } from '#contract/authorship/heir-ranges.ts';
import { joinWriters } from '#contract/authorship/name-actors.ts';
import { readTextSpans } from '#contract/authorship/read-spans.ts';
import { traceLog } from '#contract/authorship/trace-log.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { Frame } from '#contract/frame.ts';
import { readLogHeader } from '#contract/log-pages.ts';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let olga: DocumentClient;
let eve: DocumentClient;

beforeAll(async () => {
  supabase = await startTestSupabase();
  [olga, eve] = await Promise.all([signUp(supabase, 'Olga'), signUp(supabase, 'Eve')]);
});
afterAll(() => supabase?.close());

const OLGAS = 'I will never pay Eve.';

/** Olga has written a line and deleted another; Eve has opened the document. */
async function open() {
  const documentId = await newDocument(olga.client);
  await letIn(olga, eve, documentId, 'editor');
  const olgas = await openByHand(olga, documentId);
  writeParagraph(olgas.doc, OLGAS);
  expect((await olgas.append()).status).toBe(200);
  const eves = await openByHand(eve, documentId);
  const line = textOf(eves.doc);
  return { documentId, eves, line, first: spanOf(line) };
}

const textOf = (doc: Y.Doc): Y.XmlText => {
  const root = doc.getXmlFragment(TEXT_ROOT);
  return (root.get(root.length - 1) as Y.XmlElement).get(0) as Y.XmlText;
};

const spanOf = (text: Y.XmlText) => {
  const { client, clock } = readTextSpans(text.parent as Y.XmlElement)[0]!;
  return { client, clock };
};

/** The writer of each run of the text, as anybody with the log finds it. */
async function readWriters(documentId: string, doc: Y.Doc): Promise<string[]> {
  const reply = await olga.call('read-log', { documentId, after: 0, until: 1000 });
  const { header, parts } = reply.body as Frame;
  const { rows, heirs } = readLogHeader.parse(header);
  const declared = new Map(heirs);
  const trace = traceLog(
    { state: [] },
    rows.map(([seq, client, atMs], at) => ({
      client,
      atMs,
      update: parts[at]!,
      heirs: readHeirs(declared.get(seq) ?? ''),
    })),
  );
  const root = doc.getXmlFragment(TEXT_ROOT);
  const letters = root.toJSON().replaceAll(/<[^>]*>/g, '');
  let at = 0;
  return joinWriters(readTextSpans(root), trace).map(({ client, length, placers, missing }) => {
    at += length;
    const writer = client === doc.clientID ? 'Eve' : 'Olga';
    const marks = (missing?.[0].length ? 'shortened, ' : '') + (placers ? 'placed, ' : '');
    return `${marks}${writer}: ${letters.slice(at - length, at)}`;
  });
}

test.each<[string, (first: { client: number; clock: number }, clock: number) => string]>([
  ['text that is there', ({ client, clock }, own) => `${own} ${client} ${clock} 16`],
  ['letters that are others', ({ client, clock }, own) => `${own} ${client} ${clock + 1} 15`],
  ['more than was inserted', ({ client, clock }, own) => `${own} ${client} ${clock} 999999999999999`],
  [
    'the same letter for each',
    ({ client, clock }, own) => [0, 1, 2].map((at) => `${own + at} ${client} ${clock} 1`).join(' '),
  ],
  ['its own letters', (_, own) => `${own} ${own} ${own} 16`],
  ['a client that never wrote', (_, own) => `${own} 4294967295 0 16`],
  ['clocks of an update to come', ({ client, clock }, own) => `${own + 1000} ${client} ${clock} 16`],
])('%s: stored, and not believed', async (_, forge) => {
  const { documentId, eves, line, first } = await open();
  const own = Y.getState(eves.doc.store, eves.doc.clientID);
  line.insert(OLGAS.length, ' I will pay Eve.');
  expect((await eves.append({ heirs: [forge(first, own)] })).status).toBe(200);
  expect(await readWriters(documentId, eves.doc)).toEqual([`Olga: ${OLGAS}`, 'Eve:  I will pay Eve.']);
});

test('a sentence that comes back without a word is Olga’s, and shortened', async () => {
  const { documentId, eves, line, first } = await open();
  line.delete(0, OLGAS.length);
  await eves.append();
  const own = Y.getState(eves.doc.store, eves.doc.clientID);
  line.insert(0, 'I will pay Eve.');
  const { client, clock } = first;
  const heirs = `${own} ${client} ${clock} 7 ${own + 7} ${client} ${clock + 13} 8`;
  expect((await eves.append({ heirs: [heirs] })).status).toBe(200);
  expect(await readWriters(documentId, eves.doc)).toEqual(['Olga: I will ', 'shortened, Olga: pay Eve.']);
});

test('a sentence put together from pieces in another order is written by Olga, and placed', async () => {
  const { documentId, eves, line, first } = await open();
  line.delete(0, OLGAS.length);
  await eves.append();
  const own = Y.getState(eves.doc.store, eves.doc.clientID);
  line.insert(0, 'never I will pay Eve.');
  const { client, clock } = first;
  const heirs = [
    `${own} ${client} ${clock + 7} 6`,
    `${own + 6} ${client} ${clock} 7`,
    `${own + 13} ${client} ${clock + 13} 8`,
  ];
  expect((await eves.append({ heirs: [heirs.join(' ')] })).status).toBe(200);
  expect(await readWriters(documentId, eves.doc)).toEqual(['placed, Olga: never I will pay Eve.']);
});

test.each([
  '1 2 3',
  '01 2 3 4',
  '1 2 3 4 ',
  ' 1 2 3 4',
  '-1 2 3 4',
  '1e3 2 3 4',
  '1 2 3 4; drop table document_updates',
  '١ ٢ ٣ ٤',
  `${'1 2 3 4 '.repeat(2000)}1 2 3 4`,
])('%j is refused, and nothing of the append is stored', async (heirs) => {
  const { documentId, eves, line } = await open();
  line.insert(0, 'Eve. ');
  expect((await eves.append({ heirs: [heirs] })).status).toBe(400);
  const { rows } = await supabase.database.query(
    'select max(seq)::integer as head from public.document_updates where document_id = $1',
    [documentId],
  );
  expect(rows).toEqual([{ head: 2 }]);
});
