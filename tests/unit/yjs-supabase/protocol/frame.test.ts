import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding';
import { describe, expect, test } from 'vitest';
import {
  decodeUuid,
  decodeWireFrame,
  encodeUuid,
  encodeWireFrame,
  makeUuid,
} from '../../../../src/yjs-supabase/src/protocol/frame.ts';
import { createRandom } from '../../../support/random.ts';

const SESSION = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff';
const FRAME = {
  kind: 'update',
  sessionId: SESSION,
  counter: 300,
  head: 70_000,
  tag: new Uint8Array(16).fill(0xee),
  proofs: new Uint8Array(16).fill(0xdd),
  bytes: new Uint8Array([1, 2, 3]),
} as const;

describe('frames', () => {
  test('are decoded as they were encoded (W1)', () => {
    expect(decodeWireFrame(encodeWireFrame(FRAME))).toEqual(FRAME);
    const { tag: _, ...fields } = FRAME;
    const cursor = { ...fields, kind: 'awareness', bytes: new Uint8Array() } as const;
    expect(decodeWireFrame(encodeWireFrame(cursor))).toEqual(cursor);
  });

  test('encode numbers as lib0 does, up to the largest safe integer', () => {
    const numbers = [0, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32, 2 ** 45 + 129, Number.MAX_SAFE_INTEGER];
    for (const [at, counter] of numbers.entries()) {
      const head = numbers.at(-1 - at) ?? 0;
      const encoder = createEncoder();
      writeVarUint(encoder, counter);
      writeVarUint(encoder, head);
      const frame = { ...FRAME, counter, head };
      const bytes = encodeWireFrame(frame);
      const expected = toUint8Array(encoder);
      expect(bytes.subarray(18, 18 + expected.length)).toEqual(expected);
      expect(decodeWireFrame(bytes)).toEqual(frame);
    }
  });

  test('have the fixed bytes of version 3 (W1, W2)', () => {
    const hex = Array.from(encodeWireFrame(FRAME), (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(hex).toBe(
      `03010f1e2d3c4b5a49788695a4b3c2d1e0ffac02f0a204${'ee'.repeat(16)}02${'dd'.repeat(16)}010203`,
    );
  });

  test('of another version or kind are dropped (W3)', () => {
    const bytes = encodeWireFrame(FRAME);
    expect(decodeWireFrame(Uint8Array.from(bytes, (byte, at) => (at === 0 ? 1 : byte)))).toBeNull();
    expect(decodeWireFrame(Uint8Array.from(bytes, (byte, at) => (at === 1 ? 9 : byte)))).toBeNull();
    expect(decodeWireFrame(Uint8Array.from(bytes, (byte, at) => (at === 1 ? 0 : byte)))).toBeNull();
  });

  test('that are truncated or random never throw (W3)', () => {
    const bytes = encodeWireFrame(FRAME);
    for (let length = 0; length < 56; length += 1)
      expect(decodeWireFrame(bytes.subarray(0, length))).toBeNull();
    const chance = createRandom(7);
    for (let round = 0; round < 5000; round += 1) {
      const garbage = Uint8Array.from({ length: Math.floor(chance() * 40) }, () =>
        Math.floor(chance() * 256),
      );
      garbage.set([3, 1].slice(0, garbage.length));
      decodeWireFrame(garbage);
    }
  });
});

test('session ids are UUIDs of version 4', () => {
  expect(decodeUuid(encodeUuid(SESSION))).toBe(SESSION);
  expect(makeUuid(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(() => encodeUuid('not a uuid')).toThrow('Not a UUID');
});
