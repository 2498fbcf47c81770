/** The tag of a live update, compared with Node's HMAC-SHA-256 (PROTOCOL.md, W8a). */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTagKey, tagUpdate } from '../../../../src/yjs-supabase/src/protocol/tag.ts';
import { TAG_BYTES } from '../../../../src/yjs-supabase/src/protocol/frame.ts';
import { createRandom } from '../../../support/random.ts';

const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at * 7);
const BYTES = new Uint8Array([1, 2, 3]);

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const tagOf = (counter: number, bytes = BYTES, secret = SECRET): string =>
  hexOf(tagUpdate(openTagKey(secret), counter, bytes));

describe('a tag', () => {
  test('is the HMAC-SHA-256 of counter and bytes', () => {
    const chance = createRandom(3);
    for (const length of [0, 1, 30, 46, 47, 48, 55, 56, 57, 111, 112, 5000]) {
      const bytes = Uint8Array.from({ length }, () => Math.floor(chance() * 256));
      const counter = length === 0 ? 2 ** 40 + 9 : length;
      const numbers = Buffer.alloc(8);
      numbers.writeBigUInt64BE(BigInt(counter));
      const message = Buffer.concat([numbers, bytes]);
      const expected = createHmac('sha256', SECRET).update(message).digest().subarray(0, TAG_BYTES);
      expect(tagOf(counter, bytes)).toBe(hexOf(expected));
    }
  });

  test('differs for another counter, update or secret', () => {
    const flipped = SECRET.map((byte) => byte ^ 1);
    const others = [tagOf(6), tagOf(5, new Uint8Array([1, 2, 4])), tagOf(5, BYTES, flipped)];
    expect(new Set([tagOf(5), ...others]).size).toBe(4);
  });

  test('needs a secret of the right length', () => {
    expect(() => openTagKey(new Uint8Array(31))).toThrow('32 bytes');
  });
});
