/**
 * The tag of a live update: what only the author's page and the database can make, so that whoever heard the update can
 * prove to the database that its author said it (PROTOCOL.md, W8). HMAC-SHA-256, cut to 16 bytes, over
 *
 *     document (16 bytes) · generation (4) · session (16) · counter (8) · the update
 *
 * with integers big endian. Written out over a plain hash because a frame must not wait for the asynchronous Web Crypto.
 */
import { BLOCK_BYTES, hashBlock, hashRest, type Midstate } from './sha256.ts';
import { encodeUuid, TAG_BYTES } from './wire.ts';

const SECRET_BYTES = 32;
const PLACE_BYTES = 16 + 4 + 16;
const COUNTER_BYTES = 8;

/** Where HMAC's two hashes stand after the secret, and the beginning of each message: what a session has in common. */
export interface TagKey {
  readonly inner: Midstate;
  readonly outer: Midstate;
  readonly place: Uint8Array;
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
  const place = new Uint8Array(PLACE_BYTES);
  place.set(encodeUuid(documentId));
  new DataView(place.buffer).setUint32(16, generation);
  place.set(encodeUuid(sessionId), 20);
  return { inner: hashBlock(block(0x36)), outer: hashBlock(block(0x5c)), place };
}

/** The tag of the update that the session says under `counter`. */
export function tagUpdate({ inner, outer, place }: TagKey, counter: number, update: Uint8Array): Uint8Array {
  const message = new Uint8Array(PLACE_BYTES + COUNTER_BYTES + update.length);
  message.set(place);
  const view = new DataView(message.buffer);
  view.setUint32(PLACE_BYTES, counter / 2 ** 32);
  view.setUint32(PLACE_BYTES + 4, counter);
  message.set(update, PLACE_BYTES + COUNTER_BYTES);
  return hashRest(outer, hashRest(inner, message)).subarray(0, TAG_BYTES);
}
