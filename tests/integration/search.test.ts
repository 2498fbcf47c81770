/** Search through the real functions: a text is indexed by its page, by a fold and by the sweep, and found by its readers only. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { searchQuery } from '#contract/search/search-query.ts';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../support/document-client.ts';
import { newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let olga: DocumentClient;
let boris: DocumentClient;
beforeAll(async () => {
  supabase = await startTestSupabase();
  [olga, boris] = await Promise.all([signUp(supabase, 'Olga'), signUp(supabase, 'Boris')]);
});
afterAll(() => supabase?.close());

async function write(text: string): Promise<string> {
  const documentId = await newDocument(olga.client);
  const room = await openByHand(olga, documentId);
  writeParagraph(room.doc, text);
  expect((await room.append()).status).toBe(200);
  return documentId;
}

async function search(person: DocumentClient, words: string): Promise<unknown> {
  const { data, error } = await person.client.rpc('search_texts', { p_query: searchQuery(words) });
  if (error) throw new Error(error.message);
  return data;
}

const found = (documentId: string, text: string) => [
  { document: documentId, title: '', comment: null, lines: [{ block: 0, text, path: [] }] },
];

test.each([
  ['its page, once', 'Smlouva o dílo', 'smlouvy o dilo', 'index-text', {}],
  ['a fold', 'Kniha přání', 'knize prani', 'save-snapshot', { version: false }],
])('a text is indexed by %s', async (_by, text, words, name, more) => {
  const documentId = await write(text);
  expect(await search(olga, words)).toEqual([]);
  const reply = await olga.call(name, { documentId, ...more });
  expect(reply.status).toBe(200);
  await vi.waitFor(async () => expect(await search(olga, words)).toEqual(found(documentId, text)), 10_000);
  expect(await search(boris, words)).toEqual([]);
  expect((await olga.call('index-text', { documentId })).body).toEqual({ isDue: false });
});

test('the sweep indexes what no page has indexed', async () => {
  const documentId = await write('Zapomenutý text');
  const reply = await fetch(`${supabase.url}/functions/v1/sweep-search`, {
    method: 'POST',
    headers: { apikey: supabase.secretKey },
  });
  expect(await reply.json()).toMatchObject({ left: 0 });
  expect(await search(olga, 'zapomenute texty')).toEqual(found(documentId, 'Zapomenutý text'));
});
