import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { encodeFrame } from '#contract/frame.ts';
import type { Database } from '../../../../supabase/functions/_shared/server/database.ts';
import { foldDocument, foldLog, foldUpdates } from '../../../../supabase/functions/_shared/server/fold.ts';

const TITLE = 'title';

function twoUpdates(): [first: Uint8Array, second: Uint8Array] {
  const updates: Uint8Array[] = [];
  const doc = new Y.Doc();
  doc.on('update', (update: Uint8Array) => updates.push(update));
  doc.getText(TITLE).insert(0, 'a');
  doc.getText(TITLE).insert(1, 'b');
  return updates as [Uint8Array, Uint8Array];
}

const read = (...updates: Uint8Array[]): string => {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc.getText(TITLE).toJSON();
};

test('a fold contains its updates, whatever their order', () => {
  const [first, second] = twoUpdates();
  expect(read(foldUpdates([first, second]))).toBe('ab');
  expect(read(foldUpdates([second, first]))).toBe('ab');
});

test('an update that waits for another survives the fold, and is applied when the other arrives', () => {
  const [first, second] = twoUpdates();
  const folded = foldUpdates([second]);
  expect(read(folded)).toBe('');
  expect(read(folded, first)).toBe('ab');
  expect(read(foldUpdates([folded, first]))).toBe('ab');
});

test('a deletion of content that does not exist blocks no fold', () => {
  const [first, second] = twoUpdates();
  const orphan = Uint8Array.of(0, 1, 0x85, 5, 1, 0, 3);
  expect(read(foldUpdates([first, orphan, second]))).toBe('ab');
});

/** A tower of quotations by one client, in steps of a number of levels. */
function tower(steps: number, levels: number, clientId: number, ground = new Y.Doc()): Uint8Array[] {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(ground));
  doc.clientID = clientId;
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const innermost = (parent: Y.XmlFragment): Y.XmlFragment => {
    const first = parent.length > 0 ? parent.get(0) : null;
    return first instanceof Y.XmlElement ? innermost(first) : parent;
  };
  for (let step = 0; step < steps; step += 1) {
    doc.transact(() => {
      for (let level = 0; level < levels; level += 1)
        innermost(doc.getXmlFragment('default')).insert(0, [new Y.XmlElement('blockquote')]);
    });
  }
  return updates;
}

const height = (state: Uint8Array): number => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc.getXmlFragment('default').toJSON().split('<blockquote>').length - 1;
};

test('rows that are too deep are left out and reported; the rest is folded', () => {
  const [first, second] = twoUpdates();
  const folded = foldLog(null, [first, ...tower(6, 20, 9), second]);
  expect(folded.poison).toEqual([4, 5, 6]);
  expect(height(folded.state)).toBe(60);
  expect(read(folded.state)).toBe('ab');
  expect(foldLog(folded.state, tower(6, 20, 9).slice(3)).poison).toEqual([0, 1, 2]);
});

test('a waiting update in a snapshot that turns out too deep is dropped from both', () => {
  const ground = tower(1, 40, 9);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, ground[0]!);
  const top = tower(1, 40, 8, doc);
  const [early] = [foldLog(null, top)];
  expect(early.poison).toEqual([]);
  expect(height(foldLog(early.state, ground).state)).toBe(40);
  expect(foldLog(null, [...top, ...ground])).toMatchObject({ poison: [0] });
});

/** A log of single characters, as the database returns it. */
function letters(count: number): { database: Database; rowBytes: number } {
  const rows: Uint8Array[] = [];
  const doc = new Y.Doc();
  doc.clientID = 9;
  doc.on('update', (update: Uint8Array) => rows.push(update));
  for (let letter = 0; letter < count; letter += 1) doc.getText(TITLE).insert(0, 'a');
  const header = {
    role: 'editor',
    mayEdit: true,
    generation: 1,
    epoch: 1,
    schema: 1,
    head: count,
    chain: '0'.repeat(32),
    snapshotSeq: null,
    rows: rows.map((_, at) => [at + 1, null, at + 1, 'edit']),
  };
  const frame = encodeFrame(header, rows);
  const refuse = (name: string) => Promise.reject(new Error(name));
  return {
    database: { call: refuse, callBytes: () => Promise.resolve(frame) },
    rowBytes: rows.at(-1)!.length,
  };
}

const caller = { userId: 'ann', authSessionId: 'of ann' };

test('a log too long for one fold is folded in steps of at least one row', async () => {
  const { database, rowBytes } = letters(10);
  const fold = async (mostBytes?: number) => {
    const { seq, state } = await foldDocument(database, caller, 'a document', mostBytes);
    return [seq, read(state).length];
  };
  expect(await fold()).toEqual([10, 10]);
  expect(await fold(rowBytes * 3.5)).toEqual([3, 3]);
  expect(await fold(1)).toEqual([1, 1]);
});

test('a document can be read as of an earlier row', async () => {
  const { docAt } = await foldDocument(letters(10).database, caller, 'a document');
  expect([4, 10, 11].map((seq) => docAt(seq).getText(TITLE).length)).toEqual([4, 10, 10]);
});

test('many small parts weigh more than their bytes', () => {
  const doc = new Y.Doc();
  doc
    .getText(TITLE)
    .insert(0, 'words that are one part, however many there are of them, and so weigh what they take');
  const whole = foldLog(null, [Y.encodeStateAsUpdate(doc)]);
  expect(whole.weight).toBe(whole.state.length);
  for (let letter = 0; letter < 99; letter += 1) doc.getText(TITLE).insert(0, 'a');
  const inParts = foldLog(null, [Y.encodeStateAsUpdate(doc)]);
  expect(inParts.weight).toBe(100 * 96);
});

// Rules tested here: (PROTOCOL.md, W9b).
