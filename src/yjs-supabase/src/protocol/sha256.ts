/**
 * SHA-256 (FIPS 180-4) that can continue from a midstate, so that a prefix common to all messages is hashed only once.
 * Written here because `@noble/hashes` takes a tenth of a keystroke's latency more (docs/decisions/0008). To replace it,
 * change `tag.ts`, `proof.ts` and `chain.ts`.
 */
export const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/** The first thirty-two bits of the fractional parts of the cube roots of the first sixty-four primes. */
// oxfmt-ignore
const ROUND_CONSTANTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The state after whole blocks: eight 32-bit words. */
export type Midstate = Int32Array;

// Scratch buffers, allocated once because allocating them takes longer than hashing. They hold nothing between two
// hashes.
const schedule = new Int32Array(64);
const state = new Int32Array(8);
const padded = new Uint8Array(2 * BLOCK_BYTES);

/** The midstate after one first block. */
export function hashBlock(block: Uint8Array): Midstate {
  state.set(START);
  takeBlock(block, 0);
  return state.slice();
}

/** The hash of the block behind `before` followed by `rest`, truncated to `bytes`. */
export function hashRest(before: Midstate, rest: Uint8Array, bytes = HASH_BYTES): Uint8Array {
  state.set(before);
  return hashOnward(rest, BLOCK_BYTES, bytes);
}

export function sha256(message: Uint8Array): Uint8Array {
  state.set(START);
  return hashOnward(message, 0, HASH_BYTES);
}

/** Hashes the rest of a message after its first `before` bytes, of which `state` is the midstate. */
function hashOnward(rest: Uint8Array, before: number, bytes: number): Uint8Array {
  const whole = rest.length - (rest.length % BLOCK_BYTES);
  for (let at = 0; at < whole; at += BLOCK_BYTES) takeBlock(rest, at);
  takeEnd(rest, whole, before + rest.length);
  const hash = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 1) hash[at] = (state[at >> 2] ?? 0) >>> (24 - 8 * (at & 3));
  return hash;
}

/** The remaining bytes, a one bit, zeros, and the length of the message in bits. */
function takeEnd(rest: Uint8Array, from: number, length: number): void {
  const left = rest.length - from;
  const end = left + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
  for (let at = 0; at < end; at += 1) padded[at] = at < left ? (rest[from + at] ?? 0) : 0;
  padded[left] = 0x80;
  const bits = 8 * length;
  for (let at = 1; at <= 4; at += 1) padded[end - at] = bits >>> (8 * (at - 1));
  for (let at = 0; at < end; at += BLOCK_BYTES) takeBlock(padded, at);
}

const wordAt = (at: number): number => state[at] ?? 0;

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function takeBlock(bytes: Uint8Array, from: number): void {
  fillSchedule(bytes, from);
  let a = wordAt(0);
  let b = wordAt(1);
  let c = wordAt(2);
  let d = wordAt(3);
  let e = wordAt(4);
  let f = wordAt(5);
  let g = wordAt(6);
  let h = wordAt(7);
  for (let t = 0; t < 64; t += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const constant = (ROUND_CONSTANTS[t] ?? 0) + (schedule[t] ?? 0);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constant) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = wordAt(0) + a;
  state[1] = wordAt(1) + b;
  state[2] = wordAt(2) + c;
  state[3] = wordAt(3) + d;
  state[4] = wordAt(4) + e;
  state[5] = wordAt(5) + f;
  state[6] = wordAt(6) + g;
  state[7] = wordAt(7) + h;
}

function fillSchedule(bytes: Uint8Array, from: number): void {
  for (let t = 0; t < 16; t += 1) schedule[t] = readWord(bytes, from + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const near = schedule[t - 2] ?? 0;
    const far = schedule[t - 15] ?? 0;
    const nearSum = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const farSum = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    schedule[t] = nearSum + (schedule[t - 7] ?? 0) + farSum + (schedule[t - 16] ?? 0);
  }
}

const readWord = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 24) |
  ((bytes[at + 1] ?? 0) << 16) |
  ((bytes[at + 2] ?? 0) << 8) |
  (bytes[at + 3] ?? 0);
