/**
 * Fast path: recognises an update that inserts one ASCII string, without a full decode. Almost every live update is
 * one.
 */
import { createDecoder, readUint8, readVarUint } from 'lib0/decoding';

const CONTENT_STRING = 4;
const HAS_ORIGIN = 0x80;
const HAS_RIGHT_ORIGIN = 0x40;

/**
 * The Yjs client that wrote an update consisting of one ASCII string with an origin, and nothing more. Null for every
 * other update, valid or not. Throws where Yjs would: when the bytes end early, or a number exceeds 2^53.
 */
export function readTypist(update: Uint8Array): number | null {
  const decoder = createDecoder(update);
  if (readVarUint(decoder) !== 1 || readVarUint(decoder) !== 1) return null;
  const client = readVarUint(decoder);
  readVarUint(decoder);
  const info = readUint8(decoder);
  const origins = info & (HAS_ORIGIN | HAS_RIGHT_ORIGIN);
  if (origins === 0 || info !== (origins | CONTENT_STRING)) return null;
  const ids = origins === (HAS_ORIGIN | HAS_RIGHT_ORIGIN) ? 2 : 1;
  for (let number = 0; number < 2 * ids; number += 1) readVarUint(decoder);
  const end = readVarUint(decoder) + decoder.pos;
  if (end !== update.length - 1 || update[end] !== 0) return null;
  for (let at = decoder.pos; at < end; at += 1) if ((update[at] ?? 0x80) >= 0x80) return null;
  return client;
}
