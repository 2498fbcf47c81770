import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { foldLog, foldUpdates } from '../../../../supabase/functions/_shared/server/fold.ts';

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

test('a fold holds what its updates hold, whatever their order', () => {
  const [first, second] = twoUpdates();
  expect(read(foldUpdates([first, second]))).toBe('ab');
  expect(read(foldUpdates([second, first]))).toBe('ab');
});

test('a part that waits for another is kept through the fold, and read when the other comes', () => {
  const [first, second] = twoUpdates();
  const folded = foldUpdates([second]);
  expect(read(folded)).toBe('');
  expect(read(folded, first)).toBe('ab');
  expect(read(foldUpdates([folded, first]))).toBe('ab');
});

test('a deletion of what nobody wrote blocks no fold', () => {
  const [first, second] = twoUpdates();
  const orphan = Uint8Array.of(0, 1, 0x85, 5, 1, 0, 3);
  expect(read(foldUpdates([first, orphan, second]))).toBe('ab');
});

/** Towers of quotations: one client's, in steps of so many levels. */
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

test('rows that build too high are left out and named; the rest is folded', () => {
  const [first, second] = twoUpdates();
  const folded = foldLog(null, [first, ...tower(6, 20, 9), second]);
  expect(folded.poison).toEqual([4, 5, 6]);
  expect(height(folded.state)).toBe(60);
  expect(read(folded.state)).toBe('ab');
  expect(foldLog(folded.state, tower(6, 20, 9).slice(3)).poison).toEqual([0, 1, 2]);
});

test('what waited in a snapshot and turns out to be too high gets in neither', () => {
  const ground = tower(1, 40, 9);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, ground[0]!);
  const top = tower(1, 40, 8, doc);
  const [early] = [foldLog(null, top)];
  expect(early.poison).toEqual([]);
  expect(height(foldLog(early.state, ground).state)).toBe(40);
  expect(foldLog(null, [...top, ...ground])).toMatchObject({ poison: [0] });
});
