/** Text that comes back counts for the person who wrote it, in a proof that anybody can verify. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { writeHeirs as writeRanges } from '#contract/authorship/heir-ranges.ts';
import { projectHeirs } from '#contract/authorship/projected-heirs.ts';
import { readSpans } from '#contract/authorship/read-spans.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { project } from '#contract/comparison/parts.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { Frame } from '#contract/frame.ts';
import { readLogHeader } from '#contract/log-pages.ts';
import { signHistoryReply, type LogFile } from '#contract/proof/proof-file.ts';
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { verifyProof } from '#contract/proof/verify-proof.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { writeHeirs } from '../../src/yjs-supabase/src/doc/heirs.ts';
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
let anna: DocumentClient;
let boris: DocumentClient;
let keys: readonly ProofKey[];
let documentId: string;
let annas: HandRoom;
/** The version before Boris wrote, and the one after. */
let versions: readonly [string, string];

const ANNAS = 'Ten of her';
const BORISS = 'Boris says that it rains today and all of tomorrow.';

beforeAll(async () => {
  supabase = await startTestSupabase();
  [anna, boris] = await Promise.all([signUp(supabase, 'Anna'), signUp(supabase, 'Boris')]);
  keys = await readKeys(await (await fetch(`${supabase.url}/functions/v1/history-keys`)).json());
});
afterAll(() => supabase?.close());

beforeEach(async () => {
  documentId = await newDocument(anna.client);
  await letIn(anna, boris, documentId, 'editor');
  annas = await openByHand(anna, documentId);
  writeParagraph(annas.doc, ANNAS);
  await save(annas);
  const first = await saveVersion('Before Boris');
  const room = await openByHand(boris, documentId);
  writeParagraph(room.doc, BORISS);
  await save(room);
  versions = [first, await saveVersion('After Boris')];
  await annas.load();
});

async function save(room: HandRoom, heirs: readonly string[] = []): Promise<void> {
  expect((await room.append(heirs.length > 0 ? { heirs: [...heirs] } : {})).status).toBe(200);
}

async function saveVersion(name: string): Promise<string> {
  const { status, body } = await anna.call('save-snapshot', { documentId, name });
  expect(status).toBe(200);
  return (body as { versionId: string }).versionId;
}

async function restore(versionId: string, more: object = {}): Promise<string> {
  const { data } = await anna.client
    .from('versions')
    .select('seq')
    .order('seq', { ascending: false })
    .limit(1);
  const seenHead = (data as { seq: number }[])[0]!.seq;
  const { status, body } = await anna.call('restore-version', { documentId, versionId, seenHead, ...more });
  expect([status, body]).toMatchObject([200, { backupVersionId: expect.any(String) }]);
  return (body as { backupVersionId: string }).backupVersionId;
}

/** As the page does it. */
async function prove(): Promise<LogFile> {
  const { body } = await anna.call('sign-history', { documentId });
  const { signed } = signHistoryReply.parse(body);
  const reply = await anna.call('read-log', { documentId, after: 0, until: signed!.claims.until });
  const { header, parts } = reply.body as Frame;
  const { rows, heirs } = readLogHeader.parse(header);
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    format: 'history-proof',
    version: 2,
    statement: signed!.statement,
    rows: rows.map(([seq, client, atMs], at) => [seq, client, atMs, encode(parts[at]!)]),
    heirs,
  };
}

async function count(file: LogFile): Promise<Record<string, number | null>> {
  const verdict = await verifyProof(file, keys);
  if (!verdict.ok) throw new Error(verdict.reason);
  const sums = new Map<string, number>();
  for (const { name, characters } of verdict.writers)
    sums.set(name ?? '', (sums.get(name ?? '') ?? 0) + (characters ?? 0));
  return Object.fromEntries(sums);
}

/** Both texts are there, and each counts for its writer. */
async function expectBoth(): Promise<LogFile> {
  await annas.load();
  expect(annas.words().filter((words) => words !== '')).toEqual([ANNAS, BORISS]);
  const file = await prove();
  expect(await count(file)).toEqual({ Anna: 10, Boris: 51 });
  return file;
}

/** Removes and brings back what Boris wrote, with the heirs that a provider would send. */
async function deleteAndUndo(): Promise<void> {
  const { doc } = annas;
  const text = doc.getXmlFragment(TEXT_ROOT);
  const manager = new Y.UndoManager(text);
  text.delete(text.length - 1, 1);
  await save(annas);
  let heirs = '';
  doc.once('afterTransaction', (transaction: Y.Transaction) => (heirs = writeHeirs(transaction)));
  manager.undo();
  manager.destroy();
  await save(annas, [heirs]);
}

test('deleted by Anna and undone', async () => {
  await deleteAndUndo();
  await expectBoth();
});

test('restored to before he wrote, and undone', async () => {
  const backup = await restore(versions[0]);
  await restore(backup, { takesBack: true });
  await expectBoth();
});

test('deleted by Anna, and restored from a version', async () => {
  const text = annas.doc.getXmlFragment(TEXT_ROOT);
  text.delete(text.length - 1, 1);
  await save(annas);
  await restore(versions[1]);
  await expectBoth();
});

test('deleted by Anna, and one change reverted', async () => {
  const before = new Y.Doc();
  Y.applyUpdate(before, Y.encodeStateAsUpdate(annas.doc));
  const text = annas.doc.getXmlFragment(TEXT_ROOT);
  text.delete(text.length - 1, 1);
  await save(annas);
  const seq = (await prove()).rows.at(-1)![0];
  const [old, now] = [before.getXmlFragment(TEXT_ROOT), text];
  const { parts, changes } = compareDocuments(readDocument(old), readDocument(now));
  const chosen = new Set(changes.map(({ id }) => id));
  const heirs = writeRanges(projectHeirs(parts, chosen, readSpans(old), readSpans(now)));
  const wanted = project(parts, chosen).map((block) => ({ block }));
  const { status } = await anna.call('restore-part', { documentId, seq, text: wanted, heirs });
  expect(status).toBe(200);
  await expectBoth();
});

describe('the statement covers what pages declared', () => {
  test('changed, added, left out, or given to another row: refused', async () => {
    await deleteAndUndo();
    const file = await expectBoth();
    const [[seq, heirs] = [0, '']] = file.heirs!;
    const [clock = '', ...rest] = heirs.split(' ');
    const other = `${Number(clock) + 1} ${rest.join(' ')}`;
    const forged: LogFile['heirs'][] = [
      [],
      undefined,
      [[seq, other]],
      [[seq - 1, heirs]],
      [...file.heirs!, [1, heirs]],
      [...file.heirs!, [seq, heirs]],
      [...file.heirs!, [999, heirs]],
      [[seq, `${heirs} `]],
    ];
    for (const one of forged) {
      const { heirs: _, ...without } = file;
      const changed = one === undefined ? without : { ...without, heirs: one };
      expect([one, await verifyProof(changed, keys)]).toEqual([one, { ok: false, reason: 'changed_row' }]);
    }
  });

  test('also after the rows are packed', async () => {
    await deleteAndUndo();
    const file = await expectBoth();
    await supabase.database.query(
      `update public.document_updates set created_at = created_at - interval '40 days' where document_id = $1`,
      [documentId],
    );
    await saveVersion('one');
    writeParagraph(annas.doc, '');
    await save(annas);
    await saveVersion('two');
    await supabase.database.query('select private.pack_updates($1)', [documentId]);
    const packed = await supabase.database.query(
      'select count(*)::integer as packs from private.packed_updates where document_id = $1',
      [documentId],
    );
    expect(packed.rows).not.toEqual([{ packs: 0 }]);
    const after = await prove();
    expect(after.heirs).toEqual(file.heirs);
    expect(await count(after)).toEqual({ Anna: 10, Boris: 51 });
  });
});
