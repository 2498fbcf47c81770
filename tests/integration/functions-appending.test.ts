/** What appending does beside appending: a limit of bytes for each day. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { encodeFrame } from '#contract/frame.ts';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../support/document-client.ts';
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

describe('what one person adds in a day', () => {
  const leave = (person: DocumentClient, bytes: number) =>
    supabase.database.query(
      `insert into private.rate_buckets values ($1, 'append_bytes', $2, now())
       on conflict (user_id, action) do update set tokens = excluded.tokens, filled_at = excluded.filled_at`,
      [person.userId, bytes],
    );

  test('is limited: it is told how long to wait, nothing is lost, others go on', async () => {
    const id = await newDocument(ann.client);
    await letIn(ann, bob, id, 'editor');
    const room = await openByHand(ann, id);
    writeParagraph(room.doc, 'before');
    expect((await room.append()).status).toBe(200);
    const theirs = await openByHand(bob, id);
    await leave(ann, 1000);
    writeParagraph(room.doc, 'x'.repeat(20_000));
    const { data } = await ann.client.auth.getSession();
    const refused = await fetch(`${supabase.url}/functions/v1/append-updates`, {
      method: 'POST',
      headers: {
        apikey: supabase.publishableKey,
        authorization: `Bearer ${data.session!.access_token}`,
        'content-type': 'application/octet-stream',
      },
      body: encodeFrame(
        { documentId: id, sessionId: room.sessionId, generation: 1, schema: 1, firstCounter: 2 },
        [Y.encodeStateAsUpdate(room.doc, Y.encodeStateVector(theirs.doc))],
      ),
    });
    expect([refused.status, await refused.json()]).toEqual([429, { error: { code: 'rate_limited' } }]);
    // 242 bytes a second: what a day has for all of them.
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(19_000 / 243);
    expect(wait).toBeLessThan(19_200 / 242);
    writeParagraph(theirs.doc, 'of somebody else');
    expect((await theirs.append()).status).toBe(200);
    await leave(ann, 30_000);
    expect(await room.append()).toMatchObject({ status: 200, body: { acked: 2 } });
    expect((await openByHand(bob, id)).words().join('')).toContain('x'.repeat(20_000));
  });
});
