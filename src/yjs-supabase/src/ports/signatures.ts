/**
 * Ed25519 signatures (PROTOCOL.md, W12). A port, because Web Crypto is asynchronous and missing on pages without HTTPS;
 * a simulator needs one in virtual time. Only `then` of the returned promises is used.
 */
export interface Signatures {
  /** A fresh key pair whose private key cannot be read; null where the host has no Ed25519. */
  makeSigner(): PromiseLike<Signer | null>;
  /** `publicKey`: of the session that the frame names. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): PromiseLike<boolean>;
}

export interface Signer {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /**
   * Calls `makeMessage` after the current task, so that the message includes a cursor that moves with the text. Resolves to
   * the signature of the message.
   */
  sign(makeMessage: () => Uint8Array): PromiseLike<Uint8Array>;
}

/** The part of Web Crypto that is used. Keys are opaque. */
export interface WebCrypto {
  generateKey(algorithm: 'Ed25519', isReadable: boolean, uses: ['sign', 'verify']): Promise<KeyPair>;
  exportKey(format: 'raw', key: Key): Promise<ArrayBuffer>;
  importKey(
    format: 'raw',
    bytes: Bytes,
    algorithm: 'Ed25519',
    isReadable: boolean,
    uses: ['verify'],
  ): Promise<Key>;
  sign(algorithm: 'Ed25519', key: Key, message: Bytes): Promise<ArrayBuffer>;
  verify(algorithm: 'Ed25519', key: Key, signature: Bytes, message: Bytes): Promise<boolean>;
}

type Key = object;
interface KeyPair {
  readonly publicKey: Key;
  readonly privateKey: Key;
}
/** Web Crypto does not accept bytes that may be shared between threads. */
type Bytes = Uint8Array<ArrayBuffer>;
const own = (bytes: Uint8Array): Bytes => bytes as Bytes;

const ALGORITHM = 'Ed25519';
/** Limit of the key cache, so that made-up sessions cannot fill the memory. */
const MAX_KEYS = 1000;

/** `subtle` is missing on pages without HTTPS. */
export function openWebSignatures(subtle: WebCrypto | undefined): Signatures | null {
  if (!subtle) return null;
  const keys = new Map<string, Promise<Key>>();
  const keyOf = (publicKey: Uint8Array): Promise<Key> => {
    const name = publicKey.join();
    const known = keys.get(name);
    if (known) return known;
    const key = subtle.importKey('raw', own(publicKey), ALGORITHM, false, ['verify']);
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(name, key);
    return key;
  };
  return {
    makeSigner: () => makeSigner(subtle),
    verify: async (publicKey, message, signature) =>
      subtle.verify(ALGORITHM, await keyOf(publicKey), own(signature), own(message)),
  };
}

async function makeSigner(subtle: WebCrypto): Promise<Signer | null> {
  const pair = await subtle.generateKey(ALGORITHM, false, ['sign', 'verify']).catch(toNull);
  if (!pair) return null;
  return {
    publicKey: new Uint8Array(await subtle.exportKey('raw', pair.publicKey)),
    sign: async (makeMessage) => {
      await Promise.resolve();
      return new Uint8Array(await subtle.sign(ALGORITHM, pair.privateKey, own(makeMessage())));
    },
  };
}

/** For an engine without Ed25519. */
function toNull(error: unknown): null {
  if (error instanceof Error && error.name === 'NotSupportedError') return null;
  throw error;
}
