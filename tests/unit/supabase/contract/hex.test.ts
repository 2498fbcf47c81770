import { expect, test } from 'vitest';
import { decodeHex, encodeHex } from '#contract/hex.ts';

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

test('each byte becomes two digits, and decoding restores the bytes', () => {
  const digits = encodeHex(EVERY_BYTE);
  expect(digits).toBe(Buffer.from(EVERY_BYTE).toString('hex'));
  expect(decodeHex(digits)).toEqual(EVERY_BYTE);
  expect([encodeHex(new Uint8Array()), decodeHex('').length]).toEqual(['', 0]);
});
