/**
 * The proofs of a live frame: each proves to one reader that the frame is its author's (PROTOCOL.md, W10). The key of a
 * pair is derived from the author's secret and the reader's session. Only the author's page and the database can derive
 * it, and the database returns it to that reader only. A proof is an HMAC-SHA-256 (RFC 2104) with it, cut to 8 bytes,
 * over
 *
 *     kind (1 byte, as on the wire) · counter (7 bytes, big endian) · SHA-256(64 zeros · payload)
 *
 * The payload is hashed once for all readers.
 */
import { BLOCK_BYTES, hashBlock, hashRest } from './sha256.ts';
import { standsAt } from './bytes.ts';
import { authenticate, openTagKey, writeCounter, type TagKey } from './tag.ts';
import { encodeUuid, PROOF_BYTES, WIRE_KINDS, type WireFrame } from './frame.ts';

type Content = Pick<WireFrame, 'kind' | 'counter' | 'bytes'>;

const PREFIX_BYTES = 8;
/** No counter starts with these bytes, so that a key never equals a tag. */
const PAIR_PREFIX = new Uint8Array(PREFIX_BYTES).fill(0xff);
const ZEROS = hashBlock(new Uint8Array(BLOCK_BYTES));
/** Limit of the key cache, so that made-up readers cannot fill the memory. */
const MAX_KEYS = 1000;

const keysOf = new WeakMap<TagKey, Map<string, TagKey>>();

/** The concatenated proofs of a frame for these readers, given by their sessions. */
export function proveTo(author: TagKey, readers: readonly string[], content: Content): Uint8Array {
  const message = readers.length > 0 ? summarise(content) : new Uint8Array();
  const proofs = new Uint8Array(readers.length * PROOF_BYTES);
  let at = 0;
  for (const reader of readers) {
    proofs.set(authenticate(keyTo(author, reader), message, PROOF_BYTES), at);
    at += PROOF_BYTES;
  }
  return proofs;
}

/** Whether one of the frame's proofs is valid for the pair of author and reader whose key this is. */
export function isProven(key: TagKey, frame: Content & Pick<WireFrame, 'proofs'>): boolean {
  const proof = authenticate(key, summarise(frame), PROOF_BYTES);
  for (let at = 0; at < frame.proofs.length; at += PROOF_BYTES)
    if (standsAt(frame.proofs, at, proof)) return true;
  return false;
}

function keyTo(author: TagKey, reader: string): TagKey {
  const keys = keysOf.get(author) ?? new Map<string, TagKey>();
  const known = keys.get(reader);
  if (known) return known;
  const key = openTagKey(keyOfPair(author, reader));
  if (keys.size >= MAX_KEYS) keys.clear();
  keysOf.set(author, keys.set(reader, key));
  return key;
}

/** The key with which an author's frames are proven to this reader. */
export const keyOfPair = (author: TagKey, reader: string): Uint8Array =>
  authenticate(author, Uint8Array.from([...PAIR_PREFIX, ...encodeUuid(reader)]));

function summarise({ kind, counter, bytes }: Content): Uint8Array {
  const hash = hashRest(ZEROS, bytes);
  const message = new Uint8Array(PREFIX_BYTES + hash.length);
  writeCounter(message, counter);
  message[0] = WIRE_KINDS.indexOf(kind) + 1;
  message.set(hash, PREFIX_BYTES);
  return message;
}
