import { expect, test } from 'vitest';
import { openWebSignatures, type WebCrypto } from '../../../../src/yjs-supabase/src/ports/signatures.ts';

/** The browser's, with another way to make keys. */
const withKeys = (generateKey: WebCrypto['generateKey']): WebCrypto => ({
  generateKey,
  exportKey: (format, key) => crypto.subtle.exportKey(format, key as CryptoKey),
  importKey: (...all) => crypto.subtle.importKey(...all),
  sign: (by, key, message) => crypto.subtle.sign(by, key as CryptoKey, message),
  verify: (by, key, ...rest) => crypto.subtle.verify(by, key as CryptoKey, ...rest),
});

test('the private key of a session cannot be read, and each session has its own (W12a)', async () => {
  const pairs: CryptoKeyPair[] = [];
  const subtle = withKeys(async (...all) => {
    const pair = await crypto.subtle.generateKey(...all);
    pairs.push(pair);
    return pair;
  });
  const signatures = openWebSignatures(subtle)!;
  const [ann, ben] = [await signatures.makeSigner(), await signatures.makeSigner()];
  expect(ann?.publicKey).toHaveLength(32);
  expect(ann?.publicKey).not.toEqual(ben?.publicKey);
  expect(pairs.map(({ privateKey }) => privateKey.extractable)).toEqual([false, false]);
});

test('pages without Web Crypto or Ed25519 have no signer; other failures are not hidden (W12a)', async () => {
  expect(openWebSignatures(undefined)).toBeNull();
  const failing = (name: string) => withKeys(() => Promise.reject(new DOMException('no', name)));
  expect(await openWebSignatures(failing('NotSupportedError'))!.makeSigner()).toBeNull();
  await expect(openWebSignatures(failing('OperationError'))!.makeSigner()).rejects.toThrow('no');
});

test('a message is made after the present task, so that what follows in it goes along', async () => {
  const signatures = openWebSignatures(crypto.subtle)!;
  const signer = (await signatures.makeSigner())!;
  let word = 'before';
  const make = () => new TextEncoder().encode(word);
  const signature = signer.sign(make);
  word = 'after';
  expect(await signatures.verify(signer.publicKey, make(), await signature)).toBe(true);
});
