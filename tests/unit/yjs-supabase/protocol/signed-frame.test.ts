import { describe, expect, test } from 'vitest';
import { openWebSignatures } from '../../../../src/yjs-supabase/src/ports/signatures.ts';
import {
  decodeSignedFrame,
  encodeBody,
  messageOf,
  sealBody,
  SIGNATURE_BYTES,
} from '../../../../src/yjs-supabase/src/protocol/signed-frame.ts';
import { decodeWireFrame } from '../../../../src/yjs-supabase/src/protocol/frame.ts';
import { encodeHex } from '../../../../src/yjs-supabase/src/protocol/bytes.ts';
import { createRandom } from '../../../support/random.ts';

const SESSION = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff';
const DOCUMENT = '00000000-0000-4000-8000-000000000001';
const FIELDS = { sessionId: SESSION, head: 70_000 };
const UPDATE = {
  ...FIELDS,
  kind: 'update',
  counter: 300,
  tag: new Uint8Array(16).fill(0xee),
  bytes: new Uint8Array([1, 2, 3]),
} as const;
const CURSOR = { clock: 200, bytes: new Uint8Array([0]) };
const SIGNATURE = new Uint8Array(SIGNATURE_BYTES).fill(0xdd);

const seal = (content: Parameters<typeof encodeBody>[0]): Uint8Array =>
  sealBody(encodeBody(content, CURSOR), SIGNATURE);

describe('signed frames', () => {
  test('are decoded as they were encoded (W1)', () => {
    expect(decodeSignedFrame(seal(UPDATE))).toMatchObject({
      ...UPDATE,
      cursor: CURSOR,
      signature: SIGNATURE,
    });
    const cursor = { ...FIELDS, kind: 'awareness' } as const;
    expect(decodeSignedFrame(seal(cursor))).toMatchObject({ ...cursor, counter: 200, cursor: CURSOR });
  });

  test('have the fixed bytes of version 4 (W1, W2)', () => {
    expect(encodeHex(seal(UPDATE))).toBe(
      `04010f1e2d3c4b5a49788695a4b3c2d1e0ffac02f0a204${'ee'.repeat(16)}03c80100010203${'dd'.repeat(64)}`,
    );
  });

  test('may lack the cursor', () => {
    const body = encodeBody(UPDATE, CURSOR);
    const without = Uint8Array.from([...body.subarray(0, 39), 0, 1, 2, 3]);
    expect(decodeSignedFrame(sealBody(without, SIGNATURE))).toMatchObject({ ...UPDATE, cursor: null });
  });

  test('of another version or kind are dropped, by pages of either version (W3)', () => {
    const bytes = seal(UPDATE);
    const put = (at: number, byte: number) =>
      Uint8Array.from(bytes, (old, here) => (here === at ? byte : old));
    for (const other of [put(0, 3), put(0, 5), put(1, 0), put(1, 3), put(1, 9)])
      expect(decodeSignedFrame(other)).toBeNull();
    expect(decodeWireFrame(bytes)).toBeNull();
  });

  test('that are truncated or random never throw (W3)', () => {
    const bytes = seal(UPDATE);
    for (let size = 0; size < 64 + 20; size += 1)
      expect(decodeSignedFrame(bytes.subarray(0, size))).toBeNull();
    const chance = createRandom(7);
    for (let round = 0; round < 5000; round += 1) {
      const garbage = Uint8Array.from({ length: Math.floor(chance() * 200) }, () =>
        Math.floor(chance() * 256),
      );
      garbage.set([4, 1 + (round % 2)].slice(0, garbage.length));
      decodeSignedFrame(garbage);
    }
  });
});

describe('a signature', () => {
  async function sign() {
    const signatures = openWebSignatures(crypto.subtle)!;
    const signer = (await signatures.makeSigner())!;
    const body = encodeBody(UPDATE, CURSOR);
    const signature = await signer.sign(() => messageOf(DOCUMENT, 1, body));
    const isValid = (message: Uint8Array, by = signature) => signatures.verify(signer.publicKey, message, by);
    return { body, signature, isValid, signatures };
  }

  test('is Ed25519 over the context, document, generation and body (W12b)', async () => {
    const { body, isValid } = await sign();
    const name = Buffer.concat([
      Buffer.from('yjs-supabase 4'),
      Buffer.of(36),
      Buffer.from(DOCUMENT),
      Buffer.of(1),
    ]);
    expect(await isValid(new Uint8Array(Buffer.concat([name, body])))).toBe(true);
  });

  test('is valid for no other document, generation, byte or length (W12b)', async () => {
    const { body, signature, isValid } = await sign();
    expect(await isValid(messageOf(DOCUMENT.replace('1', '2'), 1, body))).toBe(false);
    expect(await isValid(messageOf(DOCUMENT, 2, body))).toBe(false);
    for (let at = 0; at < body.length; at += 1) {
      const changed = Uint8Array.from(body, (byte, here) => (here === at ? byte ^ 1 : byte));
      expect(await isValid(messageOf(DOCUMENT, 1, changed))).toBe(false);
    }
    expect(await isValid(messageOf(DOCUMENT, 1, body.subarray(0, -1)))).toBe(false);
    expect(await isValid(messageOf(DOCUMENT, 1, body), signature.subarray(1))).toBe(false);
  });

  test('is valid under no other session’s key', async () => {
    const [ann, ben] = [await sign(), await sign()];
    const message = messageOf(DOCUMENT, 1, ann.body);
    expect(await ann.isValid(message)).toBe(true);
    expect(await ben.isValid(message, ann.signature)).toBe(false);
    expect(await ann.signatures.verify(new Uint8Array(32).fill(7), message, ann.signature)).toBe(false);
  });
});
