/**
 * A cursor in signed frames (PROTOCOL.md, A1): the number of positions (0 for none, 1 when anchor and head are equal), then
 * each position with its size, as Yjs encodes it.
 */
import { createDecoder, hasContent, readVarUint, readVarUint8Array } from 'lib0/decoding';
import { createEncoder, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding';
import {
  createRelativePositionFromJSON,
  decodeRelativePosition,
  encodeRelativePosition,
  type RelativePosition,
} from 'yjs';
import { isSameBytes } from '../protocol/bytes.ts';

/** `cursor`: of the local awareness state. Anything but two positions counts as none. */
export function encodeCursorBytes(cursor: unknown): Uint8Array {
  const encoder = createEncoder();
  const { anchor, head } = (cursor ?? {}) as { anchor?: unknown; head?: unknown };
  const [from, to] = [encodePosition(anchor), encodePosition(head)];
  const positions = from && to ? (isSameBytes(from, to) ? [to] : [from, to]) : [];
  writeVarUint(encoder, positions.length);
  for (const position of positions) writeVarUint8Array(encoder, position);
  return toUint8Array(encoder);
}

/** Undefined for anything but a cursor. */
export function decodeCursorBytes(
  bytes: Uint8Array,
): { anchor: RelativePosition; head: RelativePosition } | null | undefined {
  const decoder = createDecoder(bytes);
  try {
    const count = readVarUint(decoder);
    if (count > 2) return undefined;
    const positions = Array.from({ length: count }, () => decodeRelativePosition(readVarUint8Array(decoder)));
    if (hasContent(decoder) || !positions.every(isSomewhere)) return undefined;
    const [anchor, head = anchor] = positions;
    return anchor && head ? { anchor, head } : null;
  } catch (error) {
    // lib0 and Yjs throw when the bytes end too early.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function encodePosition(json: unknown): Uint8Array | null {
  if (typeof json !== 'object' || json === null) return null;
  const position = createRelativePositionFromJSON(json);
  return isSomewhere(position) ? encodeRelativePosition(position) : null;
}

const isSomewhere = ({ type, tname, item }: RelativePosition): boolean =>
  type !== null || tname !== null || item !== null;
