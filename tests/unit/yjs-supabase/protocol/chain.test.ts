/** The running hash of a log, compared with Node's SHA-256 (PROTOCOL.md, S18). */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { EMPTY_CHAIN, extendChain, hashOf } from '../../../../src/yjs-supabase/src/protocol/chain.ts';

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 5000])('the hash of %i bytes is SHA-256', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => at * 7);
  expect(hashOf(bytes)).toBe(sha256(bytes));
});

test('the chain hashes the chain before it and the hash of the row', () => {
  const rows = [new Uint8Array([1]), new Uint8Array(), new Uint8Array(200).fill(3)];
  let wanted = '';
  let chain = EMPTY_CHAIN;
  for (const row of rows) {
    wanted = sha256(wanted + sha256(row)).slice(0, 32);
    chain = extendChain(chain, row);
    expect(chain).toBe(wanted);
  }
});
