/**
 * Binary messages of edge functions: a JSON header and byte strings, no base64.
 *
 *     byte 0        format version, 1
 *     bytes 1–4     length of the header in bytes, unsigned, big endian
 *     header        JSON, UTF-8
 *     then, for each part: 4 bytes length (unsigned, big endian), bytes
 */
import { parseJson } from '../protocol/bytes.ts';

const VERSION = 1;

export interface BinaryMessage {
  readonly header: unknown;
  readonly parts: readonly Uint8Array[];
}

export function encodeMessage({ header, parts }: BinaryMessage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 5 + head.length));
  bytes[0] = VERSION;
  let at = 1;
  for (const part of [head, ...parts]) {
    new DataView(bytes.buffer).setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

/** Null when the bytes are no such message. The parts are views on `bytes`. */
export function decodeMessage(bytes: Uint8Array): BinaryMessage | null {
  if (bytes[0] !== VERSION) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 1; at < bytes.length || parts.length === 0;) {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return null;
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  const [head, ...rest] = parts;
  const header = parseJson(head!);
  return header === undefined ? null : { header, parts: rest };
}
