import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { decodeCursorBytes, encodeCursorBytes } from '../../../../src/yjs-supabase/src/doc/cursor-bytes.ts';

function positions() {
  const doc = new Y.Doc();
  doc.clientID = 4_000_000_000;
  const text = doc.getText('text');
  text.insert(0, 'words');
  const at = (index: number, assoc = 0) => Y.createRelativePositionFromTypeIndex(text, index, assoc);
  return { doc, text, at };
}

describe('a cursor in a signed frame', () => {
  test('is read as it was written (A1)', () => {
    const { doc, at } = positions();
    const placeOf = (position: Y.RelativePosition | undefined) =>
      Y.createAbsolutePositionFromRelativePosition(position!, doc);
    for (const [anchor, head] of [
      [at(2), at(2)],
      [at(1), at(4)],
      [at(0, -1), at(5)],
    ] as const) {
      const json: unknown = JSON.parse(JSON.stringify({ anchor, head }));
      const decoded = decodeCursorBytes(encodeCursorBytes(json));
      expect([placeOf(decoded?.anchor), placeOf(decoded?.head)]).toEqual([placeOf(anchor), placeOf(head)]);
    }
    expect(decodeCursorBytes(encodeCursorBytes(null))).toBeNull();
  });

  test('takes a dozen bytes at a caret', () => {
    const { at } = positions();
    const caret = at(3);
    expect(encodeCursorBytes({ anchor: caret, head: caret }).length).toBeLessThanOrEqual(12);
  });

  test.each(['anywhere', 7, {}, { anchor: {}, head: {} }, { anchor: { tname: 'text' } }, undefined])(
    'is none where the host has %j',
    (cursor) => expect(decodeCursorBytes(encodeCursorBytes(cursor))).toBeNull(),
  );

  test('and nothing else is dropped, without an exception (A2)', () => {
    const { at } = positions();
    const whole = encodeCursorBytes({ anchor: at(1), head: at(4) });
    for (let size = 0; size < whole.length; size += 1)
      expect(decodeCursorBytes(whole.subarray(0, size))).toBeUndefined();
    expect(decodeCursorBytes(Uint8Array.of(...whole, 0))).toBeUndefined();
    // Three positions; a position that names nothing.
    expect(decodeCursorBytes(Uint8Array.of(3, 1, 0, 1, 0, 1, 0))).toBeUndefined();
    expect(decodeCursorBytes(Uint8Array.of(1, 1, 9))).toBeUndefined();
  });
});
