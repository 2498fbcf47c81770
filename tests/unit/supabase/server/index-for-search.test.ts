import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { z } from 'zod';
import { encodeFrame } from '#contract/frame.ts';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import type { Database } from '../../../../supabase/functions/_shared/server/database.ts';
import {
  indexComments,
  indexDocument,
  indexLeft,
} from '../../../../supabase/functions/_shared/server/index-for-search.ts';

const DOCUMENT = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

type Asked = { readonly name: string; readonly args: Readonly<Record<string, unknown>> };

function fakeDatabase(replies: Readonly<Record<string, unknown>>, frame: Uint8Array) {
  const asked: Asked[] = [];
  const note = (name: string, args: Asked['args']) => asked.push({ name, args });
  const database: Database = {
    call: async (name, args, schema) => (note(name, args), z.parse(schema, replies[name] ?? null)),
    callBytes: async (name, args) => (note(name, args), frame as Uint8Array<ArrayBuffer>),
  };
  return { database, asked };
}

function rowsOf(title: string): Uint8Array[] {
  const doc = new Y.Doc();
  const rows: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => rows.push(update));
  for (const letter of title) doc.getText(TITLE_ROOT).insert(doc.getText(TITLE_ROOT).length, letter);
  return rows;
}

const frameOf = (rows: readonly Uint8Array[], hasSnapshot = false): Uint8Array =>
  encodeFrame({ seq: 7, hasSnapshot }, rows);

test.each([false, true])('a document is indexed at its head, with a snapshot: %s', async (hasSnapshot) => {
  const { database, asked } = fakeDatabase({}, frameOf(rowsOf('Dílo'), hasSnapshot));
  await indexDocument(database, DOCUMENT);
  expect(asked.at(-1)).toMatchObject({
    name: 'save_search_index',
    args: { p_document: DOCUMENT, p_seq: 7, p_index: { title: 'Dílo', body: '' } },
  });
  expect(asked.at(-1)!.args).toMatchObject({
    p_index: { vector: expect.stringContaining("'x:dilo':1A") as unknown },
  });
});

test('comments are indexed with their text and the hash that they had', async () => {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Díky' }] }] };
  const { database, asked } = fakeDatabase(
    { comments_to_index: [{ id: OTHER, body, hash: 'h' }] },
    new Uint8Array(),
  );
  expect(await indexComments(database, DOCUMENT)).toBe(1);
  const vector = expect.stringContaining("'x:diky':1D") as unknown;
  expect(asked.at(-1)!.args).toMatchObject({ p_comments: [{ id: OTHER, hash: 'h', body: 'Díky', vector }] });
});

test('the sweep ends when its time is over, and says what is left', async () => {
  const replies = { comments_to_index: [], documents_to_index: { count: 5, documents: [DOCUMENT, OTHER] } };
  const { database } = fakeDatabase(replies, frameOf(rowsOf('x')));
  expect(await indexLeft(database, () => 0)).toEqual({ indexed: 2, comments: 0, left: 3 });
  let now = 0;
  expect(await indexLeft(database, () => (now += 1000))).toEqual({ indexed: 1, comments: 0, left: 4 });
});
