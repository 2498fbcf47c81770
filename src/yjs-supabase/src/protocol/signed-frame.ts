/**
 * Signed frames between peers (PROTOCOL.md, W1, W12). One signature stands for any number of readers:
 *
 *     byte 0        version, 4
 *     byte 1        kind: 1 update, 2 awareness
 *     bytes 2–17    editing session of the sender
 *     varint        counter: the update's place in the session; for awareness the cursor's running number
 *     varint        newest `seq` the sender had received
 *     16 bytes      of updates only: the tag, see `tag.ts`
 *     varint        of updates only: size of the cursor that follows, its running number included; 0 for none
 *     varint, rest  of updates only: the cursor's running number, the cursor
 *     the rest      the update, or the cursor
 *     64 bytes      Ed25519 signature (RFC 8032), over
 *
 *         'yjs-supabase 4' · size of the document's name (varint) · the name · generation (varint) · all bytes above
 */
import { createDecoder, readUint8Array, readVarUint, type Decoder } from 'lib0/decoding';
import {
  createEncoder,
  length,
  toUint8Array,
  writeUint8Array,
  writeVarString,
  writeVarUint,
} from 'lib0/encoding';
import { decodeUuid, encodeUuid, TAG_BYTES, WIRE_KINDS } from './frame.ts';

export const SIGNED_VERSION = 4;
export const SIGNATURE_BYTES = 64;
const HEAD_BYTES = 2;
const SESSION_BYTES = 16;
const SMALLEST_BYTES = HEAD_BYTES + SESSION_BYTES + 2 + SIGNATURE_BYTES;
const CONTEXT = new TextEncoder().encode('yjs-supabase 4');

/** `clock`: the cursor's running number. `bytes`: see `doc/cursor-bytes.ts`. */
export interface SignedCursor {
  readonly clock: number;
  readonly bytes: Uint8Array;
}

interface SignedFields {
  readonly sessionId: string;
  readonly counter: number;
  readonly head: number;
}

export interface SignedUpdate extends SignedFields {
  readonly kind: 'update';
  readonly tag: Uint8Array;
  readonly bytes: Uint8Array;
}

/** The content of a frame, without the cursor that may go with an update. */
export type SignedContent = SignedUpdate | (Omit<SignedFields, 'counter'> & { readonly kind: 'awareness' });

/** A frame's signature and the signed bytes, except for document and generation. */
interface Signed {
  readonly body: Uint8Array;
  readonly signature: Uint8Array;
}

export type SignedUpdateFrame = SignedUpdate & Signed & { readonly cursor: SignedCursor | null };
export type SignedCursorFrame = SignedFields &
  Signed & { readonly kind: 'awareness'; readonly cursor: SignedCursor };
export type SignedFrame = SignedUpdateFrame | SignedCursorFrame;

/** A frame without its signature. */
export function encodeBody(content: SignedContent, cursor: SignedCursor): Uint8Array {
  const encoder = createEncoder();
  writeUint8Array(encoder, Uint8Array.of(SIGNED_VERSION, WIRE_KINDS.indexOf(content.kind) + 1));
  writeUint8Array(encoder, encodeUuid(content.sessionId));
  writeVarUint(encoder, content.kind === 'update' ? content.counter : cursor.clock);
  writeVarUint(encoder, content.head);
  if (content.kind === 'update') {
    writeUint8Array(encoder, content.tag);
    const clock = createEncoder();
    writeVarUint(clock, cursor.clock);
    writeVarUint(encoder, length(clock) + cursor.bytes.length);
    writeUint8Array(encoder, toUint8Array(clock));
  }
  writeUint8Array(encoder, cursor.bytes);
  if (content.kind === 'update') writeUint8Array(encoder, content.bytes);
  return toUint8Array(encoder);
}

/** The message that is signed for a frame of this document in this generation. */
export function messageOf(documentId: string, generation: number, body: Uint8Array): Uint8Array {
  const encoder = createEncoder();
  writeUint8Array(encoder, CONTEXT);
  writeVarString(encoder, documentId);
  writeVarUint(encoder, generation);
  writeUint8Array(encoder, body);
  return toUint8Array(encoder);
}

export function sealBody(body: Uint8Array, signature: Uint8Array): Uint8Array {
  const frame = new Uint8Array(body.length + signature.length);
  frame.set(body);
  frame.set(signature, body.length);
  return frame;
}

/** Null for anything that is not a frame of this version; frames are untrusted input. */
export function decodeSignedFrame(bytes: Uint8Array): SignedFrame | null {
  if (bytes.length < SMALLEST_BYTES || bytes[0] !== SIGNED_VERSION) return null;
  const kind = WIRE_KINDS[(bytes[1] ?? 0) - 1];
  if (kind === undefined || kind === 'notice') return null;
  const body = bytes.subarray(0, -SIGNATURE_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  const sessionId = decodeUuid(bytes, HEAD_BYTES);
  const decoder = createDecoder(body);
  decoder.pos = HEAD_BYTES + SESSION_BYTES;
  try {
    const counter = readVarUint(decoder);
    const head = readVarUint(decoder);
    const fields = { sessionId, counter, head, body, signature };
    if (kind === 'awareness')
      return { kind, ...fields, cursor: { clock: counter, bytes: readRest(decoder) } };
    const tag = readUint8Array(decoder, TAG_BYTES);
    const cursor = readCursor(decoder);
    return { kind, ...fields, tag, cursor, bytes: readRest(decoder) };
  } catch (error) {
    // lib0 throws when the bytes end inside a part, or when a number is beyond 2^53.
    if (error instanceof Error) return null;
    throw error;
  }
}

function readCursor(decoder: Decoder): SignedCursor | null {
  const size = readVarUint(decoder);
  if (size === 0) return null;
  const part = createDecoder(readUint8Array(decoder, size));
  return { clock: readVarUint(part), bytes: readRest(part) };
}

const readRest = (decoder: Decoder): Uint8Array => readUint8Array(decoder, decoder.arr.length - decoder.pos);
