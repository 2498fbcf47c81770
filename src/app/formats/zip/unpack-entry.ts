/** Bytes of one entry of a zip. */
import { Inflate } from 'fflate';
import type { ZipEntry } from './read-directory.ts';
import { zipFailure, type ZipFailure } from './zip-failure.ts';

/** Deflate makes at most 1,032 bytes of one: so much is inflated at most before the limits are checked. */
const STEP = 16 * 1024;

/** One step is a part of it. `allowed`: how many bytes may come out, and the code of what is wrong with more. */
export function* unpackEntry(
  entry: ZipEntry,
  allowed: { readonly bytes: number; readonly code: ZipFailure['code'] },
): Generator<undefined, { readonly ok: true; readonly bytes: Uint8Array } | ZipFailure> {
  const { path, packed, crc } = entry;
  if (entry.isStored && packed.length > allowed.bytes) return zipFailure(allowed.code, path);
  const bytes = entry.isStored ? packed : yield* inflate(packed, allowed.bytes);
  yield;
  if (bytes === 'too_much') return zipFailure(allowed.code, path);
  if (bytes === null || bytes.length !== entry.size || checksum(bytes) !== crc)
    return zipFailure('damaged', path);
  return { ok: true, bytes };
}

/** Null: not deflated data. */
function* inflate(packed: Uint8Array, most: number): Generator<undefined, Uint8Array | 'too_much' | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((part) => {
    parts.push(part);
    length += part.length;
  });
  try {
    for (let at = 0; at === 0 || at < packed.length; at += STEP) {
      stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
      if (length > most) return 'too_much';
      yield;
    }
  } catch (error) {
    // Of fflate, which throws nothing else.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
