/**
 * A model of Ed25519 in virtual time: signatures take a moment, and may overtake each other. A signature is an HMAC with
 * the private key, which only this file has; it costs a thirtieth of a real one.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Signatures, Signer } from '#yjs-supabase';
import type { Dice } from '../dice.ts';
import { Later } from '../later.ts';
import type { Schedule } from '../schedule.ts';

/** Private keys by public key in hexadecimal digits. */
const privateKeys = new Map<string, Uint8Array>();

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  new Uint8Array(createHmac('sha512', key).update(message).digest());

export interface KeyPair {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export function makeKeyPair(dice: Dice): KeyPair {
  const privateKey = dice.bytes(32);
  const publicKey = new Uint8Array(createHash('sha256').update(privateKey).digest());
  privateKeys.set(Buffer.from(publicKey).toString('hex'), privateKey);
  return { publicKey, sign: (message) => hmac(privateKey, message) };
}

function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const privateKey = privateKeys.get(Buffer.from(publicKey).toString('hex'));
  return privateKey !== undefined && Buffer.from(hmac(privateKey, message)).equals(signature);
}

interface Page {
  readonly schedule: Schedule;
  readonly dice: Dice;
  readonly pair: KeyPair;
  /** Delivers as its socket does: nothing happens in a page that is frozen or gone. */
  readonly deliver: (run: () => void) => void;
}

export function openSignatures({ schedule, dice, pair, deliver }: Page): Signatures {
  const soon = <T>(longestMs: number, find: () => T): Promise<T> => {
    const later = new Later<T>();
    schedule.after(dice.between(0, longestMs), () => deliver(() => later.resolve(find())));
    return later.asPromise();
  };
  const signer: Signer = {
    publicKey: pair.publicKey,
    sign: (makeMessage) => {
      const later = new Later<Uint8Array>();
      const sign = (): void => {
        const message = makeMessage();
        void soon(10, () => pair.sign(message)).then((signature) => later.resolve(signature));
      };
      schedule.after(0, () => deliver(sign));
      return later.asPromise();
    },
  };
  return {
    makeSigner: () => soon(5, () => signer),
    verify: (publicKey, message, signature) =>
      soon(dice.hits(0.05) ? 400 : 10, () => isSigned(publicKey, message, signature)),
  };
}
