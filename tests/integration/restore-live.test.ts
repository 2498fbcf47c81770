/** A restore while a user types, through rooms as pages open them: no text typed in the meantime is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { followText } from '../../src/app/room/follow/follow-text.ts';
import { SupabaseProvider } from '#yjs-supabase';
import { openByHand, signUp, type DocumentClient } from '../support/document-client.ts';
import { addMember, createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let ben: LivePerson;
let ann: DocumentClient;

beforeAll(async () => {
  supabase = await startTestSupabase();
  ben = await signUpPerson(supabase, 'Ben');
  ann = await signUp(supabase, 'Ann');
});
afterAll(() => supabase?.close());

/** A document that reads *before*, restored to *old* by Ben; Ann has it open too. */
async function restoreOnce() {
  const documentId = await createDocument(ben);
  await addMember(ben, documentId, ann, 'editor');
  const room = await openLoaded(documentId);
  const text = room.doc.getXmlFragment(TEXT_ROOT);
  const leaf = new Y.XmlText('old');
  (text.get(0) as Y.XmlElement).insert(0, [leaf]);
  expect(await room.flush()).toBe(true);
  const { body } = await ann.call('save-snapshot', { documentId, name: 'Old' });
  const { versionId } = body as { versionId: string };
  leaf.delete(0, 3);
  leaf.insert(0, 'before');
  expect(await room.flush()).toBe(true);
  const restored = await ann.call('restore-version', { documentId, versionId });
  const { head, backupVersionId } = restored.body as { head: number; backupVersionId: string };
  const takeBack = (seenHead = head) =>
    ann.call('restore-version', { documentId, versionId: backupVersionId, seenHead, takesBack: true });
  return { documentId, versionId, room, head, backupVersionId, takeBack };
}

const linesOf = (doc: Y.Doc): string[] =>
  doc
    .getXmlFragment(TEXT_ROOT)
    .toArray()
    .map((block) => (block.toJSON() as string).replaceAll(/<[^>]*>/g, ''));

/** The parts of `openRoom`, without the page around it. */
async function openLoaded(documentId: string) {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(ben.client, documentId, doc, {
    log: ben.log,
    schema: SCHEMA_MAJOR,
    title: { root: TITLE_ROOT, maxChars: 200 },
  });
  const follower = followText(doc, TEXT_ROOT);
  provider.on('incoming', (updates) => follower.takeIncoming(updates));
  await provider.whenSynced;
  return { doc, flush: () => provider.flush(), close: () => provider.destroy() };
}

test('text typed into a paragraph that a restore removes is put back by its author', async () => {
  const documentId = await createDocument(ben);
  await addMember(ben, documentId, ann, 'editor');
  const room = await openLoaded(documentId);
  const text = room.doc.getXmlFragment(TEXT_ROOT);
  (text.get(0) as Y.XmlElement).insert(0, [new Y.XmlText('The old line.')]);
  expect(await room.flush()).toBe(true);
  const saved = await ann.call('save-snapshot', { documentId, name: 'Old' });
  const { versionId } = saved.body as { versionId: string };

  const leaf = new Y.XmlText('written long before. ');
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [leaf]);
  text.insert(1, [paragraph]);
  expect(await room.flush()).toBe(true);
  const { data } = await ann.client.rpc('document_head', { p_document: documentId });
  const seenHead = (data as { head: number }).head;

  const words = Array.from({ length: 40 }, (_, number) => `w${number}`);
  let restored: Promise<unknown> | null = null;
  for (const [number, word] of words.entries()) {
    if (!paragraph._item!.deleted) leaf.insert(leaf.length, `${word} `);
    else {
      // The editor moves the caret to the remaining text; here that is the last paragraph.
      const last = text.get(text.length - 1) as Y.XmlElement;
      const target = last.get(0) as Y.XmlText;
      target.insert(target.length, ` ${word}`);
    }
    if (number === 10) restored = ann.call('restore-version', { documentId, versionId, seenHead });
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  expect(await restored).toMatchObject({ status: 200 });
  await expect.poll(() => linesOf(room.doc)[0]).toMatch(/^The old line\./);
  await expect.poll(() => paragraph._item!.deleted).toBe(true);
  const all = linesOf(room.doc).join(' ');
  for (const word of words) expect(` ${all} `).toContain(` ${word} `);
  expect(all).not.toContain('written long before');
  expect(await room.flush()).toBe(true);
  const other = await openByHand(ann, documentId);
  expect(other.words()).toEqual(linesOf(room.doc));
  room.close();
});

test('a restore is undone once, by any number of users, and later text stays', async () => {
  const { room, takeBack } = await restoreOnce();
  await expect.poll(() => linesOf(room.doc)).toEqual(['old']);
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('since')]);
  room.doc.getXmlFragment(TEXT_ROOT).insert(1, [paragraph]);
  expect(await room.flush()).toBe(true);
  const answers = await Promise.all([takeBack(), takeBack()]);
  // The lease admits one of simultaneous requests; the others retry.
  for (const [at, { status }] of answers.entries()) if (status === 409) answers[at] = await takeBack();
  answers.push(await takeBack());
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const backups = answers.map(({ body }) => (body as { backupVersionId: string | null }).backupVersionId);
  expect(backups.filter((id) => id !== null)).toHaveLength(1);
  await expect.poll(() => linesOf(room.doc)).toEqual(['before', 'since']);
  room.close();
});

test('the text that a restore removed can be read in the version before it, by the session of its row', async () => {
  const { documentId, versionId, backupVersionId, room, head } = await restoreOnce();
  const loaded = await ben.log.load({ documentId, after: head - 1 });
  const row = loaded.ok ? loaded.value.rows[0] : null;
  expect(row).toMatchObject({ seq: head, kind: 'restore' });
  const { data } = await ann.client
    .from('versions')
    .select('id, restored_version_id, restore_session_id, author:profiles(name)')
    .eq('kind', 'before_restore')
    .eq('document_id', documentId);
  expect(data).toEqual([
    {
      id: backupVersionId,
      restored_version_id: versionId,
      restore_session_id: row?.sessionId,
      author: { name: 'Ann' },
    },
  ]);
  room.close();
});
