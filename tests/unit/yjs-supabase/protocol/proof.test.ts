/** The proofs of a live frame, compared with Node's HMAC-SHA-256 (PROTOCOL.md, W10, W10a). */
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isProven, proveTo } from '../../../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../../../src/yjs-supabase/src/protocol/tag.ts';
import { PROOF_BYTES } from '../../../../src/yjs-supabase/src/protocol/frame.ts';
import { keyBetween, secretOf } from '../../../support/make-tag.ts';

const sessionAt = (at: number): string => `0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0${String(at).padStart(2, '0')}`;
const [ANN, BEN, CID] = [sessionAt(1), sessionAt(2), sessionAt(3)] as const;
const author = openTagKey(secretOf(ANN));
const keyOf = (reader: string) => openTagKey(keyBetween(ANN, reader));
const SAID = { kind: 'update', counter: 2 ** 40 + 9, bytes: new Uint8Array([1, 2, 3]) } as const;

describe('a proof', () => {
  test.each([0, 3, 64, 5000])('is the HMAC-SHA-256 of kind, counter and payload (%i bytes)', (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
    const numbers = Buffer.alloc(8);
    numbers.writeBigUInt64BE(BigInt(SAID.counter));
    numbers[0] = 1;
    const payload = createHash('sha256').update(Buffer.alloc(64)).update(bytes).digest();
    const proof = createHmac('sha256', keyBetween(ANN, BEN)).update(numbers).update(payload).digest();
    const expected = new Uint8Array(proof.subarray(0, PROOF_BYTES));
    expect(proveTo(author, [BEN], { ...SAID, bytes })).toEqual(expected);
  });

  test('exists for each reader, and is valid for no other', () => {
    const proofs = proveTo(author, [BEN, CID], SAID);
    expect(proofs).toHaveLength(2 * PROOF_BYTES);
    expect([BEN, CID, ANN].map((reader) => isProven(keyOf(reader), { ...SAID, proofs }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(proveTo(author, [], SAID)).toHaveLength(0);
  });

  test('is valid for no other frame', () => {
    const proofs = proveTo(author, [BEN], SAID);
    const others = [
      { ...SAID, kind: 'awareness' as const },
      { ...SAID, counter: SAID.counter + 1 },
      { ...SAID, counter: 9 },
      { ...SAID, bytes: new Uint8Array([1, 2, 4]) },
    ];
    for (const other of others) expect(isProven(keyOf(BEN), { ...other, proofs })).toBe(false);
  });

  test('cannot be made with another secret, nor by a reader', () => {
    const forged = proveTo(openTagKey(secretOf(CID)), [BEN], SAID);
    expect(isProven(keyOf(BEN), { ...SAID, proofs: forged })).toBe(false);
    const byReader = proveTo(openTagKey(keyBetween(ANN, CID)), [BEN], SAID);
    expect(isProven(keyOf(BEN), { ...SAID, proofs: byReader })).toBe(false);
  });

  test('is still valid after many sessions have filled the key cache', () => {
    const readers = Array.from(
      { length: 2500 },
      (_, at) => `0f1e2d3c-4b5a-4978-8695-${at.toString(16).padStart(12, '0')}`,
    );
    for (const reader of readers) proveTo(author, [reader], SAID);
    expect(isProven(keyOf(BEN), { ...SAID, proofs: proveTo(author, [BEN], SAID) })).toBe(true);
  });
});
