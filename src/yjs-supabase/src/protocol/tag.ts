/**
 * The tag of a live update. Only the author's page and the database can compute it, so a relaying peer can prove the author to
 * the database (PROTOCOL.md, W8). HMAC-SHA-256 (RFC 2104), cut to 16 bytes, over
 *
 *     counter (8 bytes, big endian) · the update
 *
 * The key implies the rest: it belongs to one editing session, in one document and generation.
 * Implemented over a plain hash because a frame must not wait for the asynchronous Web Crypto.
 */
import { BLOCK_BYTES, hashBlock, hashRest, type Midstate } from './sha256.ts';
import { TAG_BYTES } from './frame.ts';

const SECRET_BYTES = 32;
const COUNTER_BYTES = 8;

/** The midstates of HMAC's two hashes after the secret. */
export interface TagKey {
  readonly inner: Midstate;
  readonly outer: Midstate;
}

/** Prepares a key from an editing session's secret. */
export function openTagKey(secret: Uint8Array): TagKey {
  if (secret.length !== SECRET_BYTES) throw new Error(`a secret has ${SECRET_BYTES} bytes`);
  const block = (pad: number) => Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (secret[at] ?? 0) ^ pad);
  return { inner: hashBlock(block(0x36)), outer: hashBlock(block(0x5c)) };
}

/** The tag of the update that the session sends under `counter`. */
export function tagUpdate(key: TagKey, counter: number, update: Uint8Array): Uint8Array {
  const message = new Uint8Array(COUNTER_BYTES + update.length);
  writeCounter(message, counter);
  message.set(update, COUNTER_BYTES);
  return authenticate(key, message, TAG_BYTES);
}

/** HMAC-SHA-256 of a message, truncated to `bytes`. */
export const authenticate = ({ inner, outer }: TagKey, message: Uint8Array, bytes?: number): Uint8Array =>
  hashRest(outer, hashRest(inner, message), bytes);

/**
 * Writes the first eight bytes, big endian. Without a `DataView`: V8 keeps small arrays on its heap, and moving one out
 * for a view takes longer than hashing it (docs/decisions/0008).
 */
export function writeCounter(message: Uint8Array, counter: number): void {
  let rest = counter;
  for (let at = COUNTER_BYTES - 1; rest > 0; at -= 1) {
    message[at] = rest % 0x100;
    rest = Math.floor(rest / 0x100);
  }
}
