/**
 * Two people write for an hour and never save a version: the history has their stretches, and each opens. A month later the
 * sweep has thinned them out by the rule. Time passes by making all of the project's timestamps older.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readDocument } from '#contract/text/yjs-document.ts';
import type { Frame } from '#contract/frame.ts';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../support/document-client.ts';
import { letTimePass } from '../support/let-time-pass.ts';
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

interface Listed {
  readonly id: string;
  readonly seq: number;
  readonly ended_at: string;
  readonly authors: readonly {
    readonly session: { readonly person: { readonly name: string } | null } | null;
  }[];
}

test(
  'nobody saves, and the hour is in the history; a month later its last version of each hour',
  { timeout: 60_000 },
  async () => {
    const documentId = await newDocument(ann.client);
    await letIn(ann, bob, documentId, 'editor');
    const [one, other] = [await openByHand(ann, documentId), await openByHand(bob, documentId)];
    // Sentences of a minute, with a pause of six minutes in the middle of the hour.
    for (let minute = 0; minute < 54; minute += 1) {
      const room = minute % 3 === 0 ? other : one;
      await room.load();
      writeParagraph(room.doc, `what was written in minute ${minute}`);
      expect((await room.append()).status).toBe(200);
      await letTimePass(supabase, minute === 26 ? '6 minutes' : '1 minute');
    }
    const list = async (): Promise<Listed[]> => {
      const { data, error } = await bob.client
        .from('versions')
        .select('id, seq, ended_at, authors:version_authors(session:editing_sessions(person:profiles(name)))')
        .eq('document_id', documentId)
        .order('seq');
      expect(error).toBeNull();
      return data as unknown as Listed[];
    };
    const linesOf = async (versionId: string): Promise<number> => {
      const { body } = await bob.call('read-version', { documentId, versionId });
      const doc = new Y.Doc();
      for (const part of (body as Frame).parts) Y.applyUpdate(doc, part);
      return (readDocument(doc.getXmlFragment('default')).content ?? []).length;
    };

    const stretches = await list();
    // The first row is the empty document; the pause divides.
    expect(stretches.map(({ seq }) => seq)).toEqual([28, 55]);
    for (const { id, seq, authors } of stretches) {
      expect(new Set(authors.map(({ session }) => session?.person?.name))).toEqual(new Set(['Ann', 'Bob']));
      expect(await linesOf(id)).toBe(seq);
    }

    // Three more hours, an hour apart, then a month.
    for (let hour = 0; hour < 3; hour += 1) {
      await letTimePass(supabase, '1 hour');
      writeParagraph(one.doc, `and in hour ${hour}, in some more words`);
      await one.append();
      await letTimePass(supabase, '7 minutes');
      writeParagraph(one.doc, `and again in hour ${hour}, in other words`);
      await one.append();
    }
    const before = await list();
    expect(before).toHaveLength(8);
    await letTimePass(supabase, '3 days');
    await supabase.sweep();
    const hours = new Set(
      before.map(({ ended_at }) =>
        new Date(Date.parse(ended_at) - 3 * 86_400_000).toISOString().slice(0, 13),
      ),
    );
    const byHour = await list();
    expect(new Set(byHour.map(({ ended_at }) => ended_at.slice(0, 13))).size).toBe(byHour.length);
    expect(byHour).toHaveLength(hours.size);
    await letTimePass(supabase, '30 days');
    await supabase.sweep();
    const byDay = await list();
    expect(byDay.length).toBe(new Set(byDay.map(({ ended_at }) => ended_at.slice(0, 10))).size);
    expect(byDay.at(-1)!.seq).toBe(61);
    for (const { id, seq } of byDay) expect(await linesOf(id)).toBe(seq);
  },
);
