/**
 * The tag of a live update: what only the author's page and the database can make, so that whoever heard the update can
 * prove to the database that its author said it (PROTOCOL.md, W8). HMAC-SHA-256, cut to 16 bytes, over
 *
 *     document (16 bytes) · generation (4) · session (16) · counter (8) · the update
 *
 * with integers big endian. Written out over a plain hash because a frame must not wait for the asynchronous Web Crypto.
 */
import { digest } from 'lib0/hash/sha256';
import { encodeUuid, TAG_BYTES } from './wire.ts';

const SECRET_BYTES = 32;
const BLOCK_BYTES = 64;
const PLACE_BYTES = 16 + 4 + 16;

/** Both blocks that HMAC begins with; the inner one is followed by what is the same for the whole session. */
export interface TagKey {
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

export interface TagKeySource {
  readonly secret: Uint8Array;
  readonly documentId: string;
  readonly generation: number;
  readonly sessionId: string;
}

/** Prepares the tags of one editing session. */
export function openTagKey({ secret, documentId, generation, sessionId }: TagKeySource): TagKey {
  if (secret.length !== SECRET_BYTES) throw new Error(`a secret has ${SECRET_BYTES} bytes`);
  const block = (pad: number) => Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (secret[at] ?? 0) ^ pad);
  const inner = new Uint8Array(BLOCK_BYTES + PLACE_BYTES);
  inner.set(block(0x36));
  inner.set(encodeUuid(documentId), BLOCK_BYTES);
  new DataView(inner.buffer).setUint32(BLOCK_BYTES + 16, generation);
  inner.set(encodeUuid(sessionId), BLOCK_BYTES + 20);
  return { inner, outer: block(0x5c) };
}

/** The tag of the update that the session says under `counter`. */
export function tagUpdate({ inner, outer }: TagKey, counter: number, update: Uint8Array): Uint8Array {
  const message = new Uint8Array(inner.length + 8 + update.length);
  message.set(inner);
  new DataView(message.buffer).setBigUint64(inner.length, BigInt(counter));
  message.set(update, inner.length + 8);
  const outerMessage = new Uint8Array(BLOCK_BYTES + 32);
  outerMessage.set(outer);
  outerMessage.set(digest(message), BLOCK_BYTES);
  return new Uint8Array(digest(outerMessage).slice(0, TAG_BYTES));
}
