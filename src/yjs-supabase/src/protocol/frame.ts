/**
 * Frames between peers (PROTOCOL.md, rules W1–W10):
 *
 *     byte 0        version, 3
 *     byte 1        kind: 1 update, 2 awareness, 3 notice
 *     bytes 2–17    editing session of the sender
 *     varint        counter: the update's place in the session; for awareness and notices a running number of each
 *     varint        newest `seq` the sender had received
 *     16 bytes      of updates only: the tag, see `tag.ts`
 *     varint        how many proofs follow
 *     8 bytes each  proofs, one for each reader in any order, see `proof.ts`
 *     the rest      the update, the cursor as JSON, or the notice
 */
import { decodeHex, encodeHex } from './bytes.ts';
import { createDecoder, readTailAsUint8Array, readUint8Array, readVarUint } from 'lib0/decoding';

export const WIRE_VERSION = 3;
export const TAG_BYTES = 16;
export const PROOF_BYTES = 8;
const SESSION_BYTES = 16;
const HEAD_BYTES = 2;
const NO_TAG = new Uint8Array();
const SMALLEST_FRAME_BYTES = HEAD_BYTES + SESSION_BYTES + 3;
/** On the wire, a kind is its place here plus one. */
export const WIRE_KINDS = ['update', 'awareness', 'notice'] as const;

export type WireKind = (typeof WIRE_KINDS)[number];

interface FrameFields {
  /** A UUID in its usual lower-case spelling. */
  readonly sessionId: string;
  readonly counter: number;
  readonly head: number;
  /** Concatenated; each proves to one reader that the frame is its author's (W10). */
  readonly proofs: Uint8Array;
  readonly bytes: Uint8Array;
}

/**
 * `tag`: the author's proof to the database. Peers cannot verify it, but pass it on with updates that they relay (W8).
 */
export type UpdateFrame = FrameFields & { readonly kind: 'update'; readonly tag: Uint8Array };
export type CursorFrame = FrameFields & { readonly kind: 'awareness' };
/** A small message from one session to some others; the host defines its meaning. */
export type NoticeFrame = FrameFields & { readonly kind: 'notice' };
export type WireFrame = UpdateFrame | CursorFrame | NoticeFrame;

/** Writes into one preallocated array: lib0's encoder takes more than twice as long after a pause. */
export function encodeWireFrame(frame: WireFrame): Uint8Array {
  const { kind, counter, head, proofs, bytes } = frame;
  const tag = kind === 'update' ? frame.tag : NO_TAG;
  const readers = proofs.length / PROOF_BYTES;
  const numbersBytes = varUintBytes(counter) + varUintBytes(head) + varUintBytes(readers);
  const partsBytes = tag.length + proofs.length + bytes.length;
  const written = new Uint8Array(HEAD_BYTES + SESSION_BYTES + numbersBytes + partsBytes);
  written[0] = WIRE_VERSION;
  written[1] = WIRE_KINDS.indexOf(kind) + 1;
  written.set(encodeUuid(frame.sessionId), HEAD_BYTES);
  const headAt = writeVarUint(written, HEAD_BYTES + SESSION_BYTES, counter);
  const tagAt = writeVarUint(written, headAt, head);
  written.set(tag, tagAt);
  const proofsAt = writeVarUint(written, tagAt + tag.length, readers);
  written.set(proofs, proofsAt);
  written.set(bytes, proofsAt + proofs.length);
  return written;
}

/** Size in lib0's encoding: seven bits in a byte, the lowest first. */
function varUintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes += 1;
  return bytes;
}

/** Returns the offset after the number. */
function writeVarUint(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = value;
  for (; rest > 0x7f; at += 1) {
    bytes[at] = 0x80 | (rest % 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes[at] = rest;
  return at + 1;
}

/** Null for anything that is not a frame of this version; frames are untrusted input. */
export function decodeWireFrame(bytes: Uint8Array): WireFrame | null {
  if (bytes.length < SMALLEST_FRAME_BYTES || bytes[0] !== WIRE_VERSION) return null;
  const kind = WIRE_KINDS[(bytes[1] ?? 0) - 1];
  if (kind === undefined) return null;
  const sessionId = decodeUuid(bytes, HEAD_BYTES);
  const decoder = createDecoder(bytes);
  decoder.pos = HEAD_BYTES + SESSION_BYTES;
  try {
    const counter = readVarUint(decoder);
    const head = readVarUint(decoder);
    const tag = kind === 'update' ? readUint8Array(decoder, TAG_BYTES) : NO_TAG;
    const proofs = readUint8Array(decoder, PROOF_BYTES * readVarUint(decoder));
    const rest = readTailAsUint8Array(decoder);
    // Two literals, because spreading one object into another takes longer than decoding the frame
    // (docs/decisions/0008).
    if (kind !== 'update') return { kind, sessionId, counter, head, proofs, bytes: rest };
    return { kind: 'update', sessionId, counter, head, tag, proofs, bytes: rest };
  } catch (error) {
    // lib0 throws when the bytes end inside a number, the tag or the proofs, or when the number is beyond 2^53.
    if (error instanceof Error) return null;
    throw error;
  }
}

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

export function encodeUuid(uuid: string): Uint8Array {
  const digits = uuid.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) throw new Error(`Not a UUID: ${uuid}`);
  return decodeHex(digits);
}

export const decodeUuid = (bytes: Uint8Array, from = 0): string =>
  encodeHex(bytes.subarray(from, from + SESSION_BYTES)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A random UUID, version 4, from 16 random bytes. */
export function makeUuid(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return decodeUuid(bytes);
}
