/** Signatures for tests on a fake clock: real ones would take real time. The public key is enough to make one. */
import { createHmac } from 'node:crypto';
import type { Signatures } from '#yjs-supabase';

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  new Uint8Array(createHmac('sha512', key).update(message).digest());

/** `delay`: resolves when the next signature, or the next verification, may be ready. */
export function fakeSignatures(
  publicKey: Uint8Array,
  delay: (what: 'sign' | 'verify') => Promise<void> = () => Promise.resolve(),
): Signatures {
  return {
    makeSigner: () =>
      Promise.resolve({
        publicKey,
        sign: async (makeMessage: () => Uint8Array) => {
          await Promise.resolve();
          const signature = hmac(publicKey, makeMessage());
          await delay('sign');
          return signature;
        },
      }),
    verify: async (key, message, signature) => {
      await delay('verify');
      return Buffer.from(hmac(key, message)).equals(signature);
    },
  };
}
