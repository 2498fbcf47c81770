/** The tag of a live update as the database computes it, for servers that tests play: independent of the provider's. */
import { createHash, createHmac } from 'node:crypto';

interface Said {
  readonly documentId: string;
  readonly generation: number;
  readonly sessionId: string;
  readonly counter: number;
  readonly bytes: Uint8Array;
}

/** The secret of a session on such a server: nobody there guesses. */
export const secretOf = (sessionId: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`secret of ${sessionId}`).digest());

export function makeTag({ documentId, generation, sessionId, counter, bytes }: Said): Uint8Array {
  const numbers = [Buffer.alloc(4), Buffer.alloc(8)] as const;
  numbers[0].writeUInt32BE(generation);
  numbers[1].writeBigUInt64BE(BigInt(counter));
  const uuid = (text: string) => Buffer.from(text.replaceAll('-', ''), 'hex');
  const message = [uuid(documentId), numbers[0], uuid(sessionId), numbers[1], bytes];
  const hmac = createHmac('sha256', secretOf(sessionId)).update(Buffer.concat(message));
  return new Uint8Array(hmac.digest().subarray(0, 16));
}

export const isTag = (tag: Uint8Array, said: Said): boolean =>
  Buffer.from(tag).equals(Buffer.from(makeTag(said)));
