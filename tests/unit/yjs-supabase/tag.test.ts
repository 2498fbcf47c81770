/** The proof that a frame is its author's (PROTOCOL.md, W8): an HMAC-SHA-256 over where, who, which and what. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTagKey, tagUpdate } from '../../../src/yjs-supabase/tag.ts';
import { TAG_BYTES } from '../../../src/yjs-supabase/wire.ts';
import { createRandom } from '../../support/random.ts';

const BASE = {
  secret: Uint8Array.from({ length: 32 }, (_, at) => at * 7),
  documentId: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff',
  sessionId: '11111111-2222-4333-8444-555555555555',
  generation: 3,
};
const BYTES = new Uint8Array([1, 2, 3]);

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const tagOf = (change: Partial<typeof BASE> = {}, counter = 5, bytes = BYTES): string =>
  hexOf(tagUpdate(openTagKey({ ...BASE, ...change }), counter, bytes));

describe('a tag', () => {
  test('is what any HMAC-SHA-256 makes of document, generation, session, counter and bytes', () => {
    const chance = createRandom(3);
    for (const length of [0, 1, 30, 62, 63, 64, 65, 127, 128, 5000]) {
      const bytes = Uint8Array.from({ length }, () => Math.floor(chance() * 256));
      const counter = length === 0 ? 2 ** 40 + 9 : length;
      const numbers = Buffer.alloc(8);
      numbers.writeBigUInt64BE(BigInt(counter));
      const message = Buffer.concat([
        Buffer.from(BASE.documentId.replaceAll('-', ''), 'hex'),
        Buffer.from([0, 0, 0, 3]),
        Buffer.from(BASE.sessionId.replaceAll('-', ''), 'hex'),
        numbers,
        bytes,
      ]);
      const expected = createHmac('sha256', BASE.secret).update(message).digest().subarray(0, TAG_BYTES);
      expect(tagOf({}, counter, bytes)).toBe(hexOf(expected));
    }
  });

  test('is another one for anything else', () => {
    const others = [
      tagOf({ secret: BASE.secret.map((byte) => byte ^ 1) }),
      tagOf({ documentId: BASE.sessionId }),
      tagOf({ sessionId: BASE.documentId }),
      tagOf({ generation: 4 }),
      tagOf({}, 6),
      tagOf({}, 5, new Uint8Array([1, 2, 4])),
    ];
    expect(new Set([tagOf(), ...others]).size).toBe(7);
  });

  test('needs a secret of the right length', () => {
    expect(() => openTagKey({ ...BASE, secret: new Uint8Array(31) })).toThrow('32 bytes');
  });
});
