import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { foldUpdates } from '../../../../supabase/functions/_shared/server/fold.ts';

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
