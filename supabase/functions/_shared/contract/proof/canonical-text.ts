/**
 * The form of a text that a proof has the hash of. It can be computed again from a file, from paper or from the screen: Unicode's
 * form NFC, each run of white space and line breaks one space, none at the ends, in UTF-8.
 */
import { encodeHex } from '../hex.ts';

export const canonicalText = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

export const hashText = (text: string): Promise<string> =>
  sha256(new TextEncoder().encode(canonicalText(text)));

export const sha256 = async (bytes: Uint8Array): Promise<string> =>
  encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
