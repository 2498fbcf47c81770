/**
 * The proofs of a live frame: each tells one reader that the frame is its author's (PROTOCOL.md, W10). The key of a pair
 * is made from the author's secret and the reader's session; beside the author's page only the database can make it, and
 * it tells it to nobody but that reader. A proof is an HMAC-SHA-256 (RFC 2104) with it, cut to 8 bytes, over
 *
 *     kind (1 byte, as on the wire) · counter (7 bytes, big endian) · SHA-256(64 zeros · payload)
 *
 * The payload is hashed once for all readers.
 */
import { BLOCK_BYTES, hashBlock, hashBytes, hashWords, readWord, writeWords, type Words } from './sha256.ts';
import { openTagKey, type TagKey } from './tag.ts';
import { encodeUuid, PROOF_BYTES, WIRE_KINDS, type WireFrame } from './wire.ts';

type Said = Pick<WireFrame, 'kind' | 'counter' | 'bytes'>;

const ZEROS = hashBlock(new Uint8Array(BLOCK_BYTES));
/** Stands before the reader where a key is made. No counter starts with these bytes, so that no key is ever a tag. */
const PAIR_PREFIX = new Uint8Array(8).fill(0xff);
const KEY_BYTES = 32;
/** Made-up readers must not fill the memory. */
const MAX_KEYS = 1000;

const keysOf = new WeakMap<TagKey, Map<string, TagKey>>();

/** The proofs of a frame for these readers, who are named by their sessions, one after the other. */
export function proveTo(author: TagKey, readers: readonly string[], said: Said): Uint8Array {
  const proofs = new Uint8Array(readers.length * PROOF_BYTES);
  if (readers.length === 0) return proofs;
  const words = summarise(said);
  let at = 0;
  for (const reader of readers) {
    writeWords(authenticate(keyTo(author, reader), words), proofs, at, PROOF_BYTES);
    at += PROOF_BYTES;
  }
  return proofs;
}

/** Is one of the frame's proofs for the reader whose key with the author this is? */
export function isProven(key: TagKey, frame: Said & Pick<WireFrame, 'proofs'>): boolean {
  const { proofs } = frame;
  const proof = authenticate(key, summarise(frame));
  for (let at = 0; at < proofs.length; at += PROOF_BYTES)
    if (readWord(proofs, at) === proof[0] && readWord(proofs, at + 4) === proof[1]) return true;
  return false;
}

const authenticate = ({ inner, outer }: TagKey, words: Words): Words =>
  hashWords(outer, hashWords(inner, words));

function keyTo(author: TagKey, reader: string): TagKey {
  const keys = keysOf.get(author) ?? new Map<string, TagKey>();
  const known = keys.get(reader);
  if (known) return known;
  const pair = Uint8Array.from([...PAIR_PREFIX, ...encodeUuid(reader)]);
  const secret = new Uint8Array(KEY_BYTES);
  writeWords(hashWords(author.outer, hashBytes(author.inner, pair)), secret, 0, KEY_BYTES);
  if (keys.size >= MAX_KEYS) keys.clear();
  const key = openTagKey(secret);
  keysOf.set(author, keys.set(reader, key));
  return key;
}

const summary = new Int32Array(10);

/** What is proven, in words: two of kind and counter, eight of the payload's hash. Stands until the next one is made. */
function summarise({ kind, counter, bytes }: Said): Words {
  summary[0] = ((WIRE_KINDS.indexOf(kind) + 1) << 24) | Math.floor(counter / 2 ** 32);
  summary[1] = counter % 2 ** 32;
  summary.set(hashBytes(ZEROS, bytes), 2);
  return summary;
}
