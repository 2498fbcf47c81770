/**
 * The log's running hash (PROTOCOL.md, S18). Every reply contains the chain at its head. So a log that was set back and has
 * grown to the same length again is not mistaken for the earlier one.
 */
import { encodeHex } from './bytes.ts';
import { sha256 } from './sha256.ts';

/** The chain of an empty log. */
export const EMPTY_CHAIN = '';
const CHAIN_CHARS = 32;
const encoder = new TextEncoder();

/** The chain of a log after one more row. */
export function extendChain(chain: string, bytes: Uint8Array): string {
  const preimage = encoder.encode(chain + hashOf(bytes));
  return hashOf(preimage).slice(0, CHAIN_CHARS);
}

/** SHA-256 in hexadecimal digits. */
export const hashOf = (bytes: Uint8Array): string => encodeHex(sha256(bytes));
