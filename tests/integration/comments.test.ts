/** Comments of several people at the same moment, over the API. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type DocumentClient } from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';
import { COMMENT } from './rights/open-world.ts';

let supabase: TestSupabase;
let olga: DocumentClient;
let karel: DocumentClient;
beforeAll(async () => {
  supabase = await startTestSupabase();
  [olga, karel] = await Promise.all([signUp(supabase, 'Olga'), signUp(supabase, 'Karel')]);
});
afterAll(() => supabase?.close());

async function openDocument(): Promise<string> {
  const documentId = await newDocument(olga.client);
  await letIn(olga, karel, documentId, 'commenter');
  return documentId;
}

/** The code of the refusal; null when it is added. */
async function add(
  { client }: DocumentClient,
  documentId: string,
  thread: string = randomUUID(),
  comment: string = randomUUID(),
): Promise<string | null> {
  const { error } = await client.rpc('add_comment', {
    p_document: documentId,
    p_thread: thread,
    p_comment: comment,
    p_anchor: { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' },
    p_body: COMMENT,
  });
  return error?.message ?? null;
}

interface Listed {
  readonly version: number;
  readonly threads: readonly {
    readonly id: string;
    readonly version: number;
    readonly comments: unknown[];
  }[];
}
async function list(documentId: string, since = 0): Promise<Listed> {
  const { data } = await olga.client.rpc('list_threads', { p_document: documentId, p_since: since });
  return data as Listed;
}

test('a comment that is sent several times at once is there once', async () => {
  const documentId = await openDocument();
  const [thread, comment] = [randomUUID(), randomUUID()];
  const codes = await Promise.all(Array.from({ length: 8 }, () => add(karel, documentId, thread, comment)));
  expect(codes).toEqual(codes.map(() => null));
  expect(await list(documentId)).toMatchObject({ version: 1, threads: [{ comments: [{ id: comment }] }] });
});

test('one id that two people use at once belongs to one of them', async () => {
  const documentId = await openDocument();
  const [thread, comment] = [randomUUID(), randomUUID()];
  const codes = await Promise.all([olga, karel].map((who) => add(who, documentId, thread, comment)));
  expect(new Set(codes)).toEqual(new Set(['bad_request', null]));
});

test('the last place in a document is taken once', async () => {
  const documentId = await openDocument();
  await supabase.database.query(
    `insert into private.comment_threads (id, document_id, generation, kind, units, anchor_seq, quote, before, after, heading)
     select gen_random_uuid(), $1, 1, 'document', '', 1, '', '', '', '' from generate_series(1, 499)`,
    [documentId],
  );
  const codes = await Promise.all([olga, karel, olga, karel, olga, karel].map((who) => add(who, documentId)));
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  expect(codes.filter((code) => code === 'document_full')).toHaveLength(5);
});

test('a list since a version misses no thread that is added meanwhile', async () => {
  const documentId = await openDocument();
  const seen = new Set<string>();
  let since = 0;
  const reading = (async () => {
    while (since < 24) {
      const { version, threads } = await list(documentId, since);
      for (const { id } of threads) seen.add(id);
      since = version;
    }
  })();
  const threads = Array.from({ length: 24 }, () => randomUUID());
  await Promise.all(threads.map((thread, at) => add(at % 2 === 0 ? olga : karel, documentId, thread)));
  await reading;
  expect([...seen].toSorted()).toEqual(threads.toSorted());
});
