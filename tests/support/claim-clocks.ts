/** A tiny update that claims the next million clocks of a Yjs client. A peer that applies it drops the client's updates. */
import { createEncoder, toUint8Array, writeUint8, writeVarUint } from 'lib0/encoding';

const GC = 0;
const CLAIMED = 1_000_000;

export function claimClocks(clientId: number, clock: number): Uint8Array {
  const encoder = createEncoder();
  for (const value of [1, 1, clientId, clock]) writeVarUint(encoder, value);
  writeUint8(encoder, GC);
  for (const value of [CLAIMED, 0]) writeVarUint(encoder, value);
  return toUint8Array(encoder);
}
