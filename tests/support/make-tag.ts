/** Computes tags and keys of live updates as the database does, for fake servers. Independent of the provider's code. */
import { createHash, createHmac } from 'node:crypto';

interface Said {
  readonly sessionId: string;
  readonly counter: number;
  readonly bytes: Uint8Array;
}

/** The secret of a session on a fake server. Derived from the id, since tests need no secrecy. */
export const secretOf = (sessionId: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`secret of ${sessionId}`).digest());

export function makeTag({ sessionId, counter, bytes }: Said): Uint8Array {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(counter));
  const hmac = createHmac('sha256', secretOf(sessionId)).update(number).update(bytes);
  return new Uint8Array(hmac.digest().subarray(0, 16));
}

export const isTag = (tag: Uint8Array, said: Said): boolean =>
  Buffer.from(tag).equals(Buffer.from(makeTag(said)));

const keys = new Map<string, Uint8Array>();

/** The key between two sessions, computed as the database does (W10). */
export function keyBetween(authorId: string, readerId: string): Uint8Array {
  const pair = `${authorId} ${readerId}`;
  const known = keys.get(pair);
  if (known) return known;
  const reader = Buffer.from(readerId.replaceAll('-', ''), 'hex');
  const hmac = createHmac('sha256', secretOf(authorId)).update(Buffer.alloc(8, 0xff)).update(reader);
  const key = new Uint8Array(hmac.digest());
  keys.set(pair, key);
  return key;
}
