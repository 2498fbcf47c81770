/**
 * Binary messages between client, functions and database: a JSON header and byte strings, no base64.
 *
 *     byte 0        format version, 1
 *     bytes 1–4     length of the header in bytes, unsigned, big endian
 *     header        JSON, UTF-8
 *     then, for each part: 4 bytes length (unsigned, big endian), bytes
 *
 * The database writes the same layout (`private.frame`), so a function returns a loaded document unchanged.
 */

import { parseJson } from './parse-json.ts';

export const FRAME_VERSION = 1;

export interface Frame {
  readonly header: unknown;
  readonly parts: readonly Uint8Array[];
}

export function encodeFrame(header: unknown, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const size = parts.reduce((sum, part) => sum + 4 + part.length, 5 + head.length);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes[0] = FRAME_VERSION;
  view.setUint32(1, head.length);
  bytes.set(head, 5);
  let at = 5 + head.length;
  for (const part of parts) {
    view.setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

/** The size of the header and the number of parts that a frame claims, without decoding it. Null when it cannot have a header. */
export function measureFrame(bytes: Uint8Array): { headerBytes: number; parts: number } | null {
  if (bytes.length < 5) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint32(1);
  let parts = 0;
  for (let at = 5 + headerBytes; at + 4 <= bytes.length; at += 4 + view.getUint32(at)) parts += 1;
  return { headerBytes, parts };
}

/** Null when the bytes are not a frame. The parts are views on `bytes`. */
export function decodeFrame(bytes: Uint8Array): Frame | null {
  if (bytes.length < 5 || bytes[0] !== FRAME_VERSION) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headEnd = 5 + view.getUint32(1);
  if (headEnd > bytes.length) return null;
  const header = parseJson(bytes.subarray(5, headEnd));
  if (header === undefined) return null;
  const parts: Uint8Array[] = [];
  let at = headEnd;
  while (at < bytes.length) {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return null;
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return { header, parts };
}
