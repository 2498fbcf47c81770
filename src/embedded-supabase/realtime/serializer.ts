/**
 * Frames of the Phoenix channel protocol as Supabase Realtime uses it.
 *
 * - vsn 1.0.0: text only, `{"topic","event","payload","ref","join_ref"}`.
 * - vsn 2.0.0: text `[join_ref, ref, topic, event, payload]`, and two of Supabase's own binary kinds for broadcasts.
 *   All lengths are one byte and count bytes of UTF-8.
 *
 *     client -> server   03 | joinRef | ref | topic | event | meta | encoding | joinRef ref topic event meta payload
 *     server -> client   04 |                 topic | event | meta | encoding |             topic event meta payload
 *
 * Decoding returns null for malformed input: the caller logs it, drops it and keeps the socket.
 * Source: supabase/realtime lib/realtime_web/socket/v2_serializer.ex and realtime-js src/lib/serializer.ts.
 */
import { decodeText, encodeText } from '../text/bytes.ts';
import { parseJson } from '../text/parse-json.ts';

export type Vsn = '1.0.0' | '2.0.0';

/** Chosen by the client and returned unchanged. */
export type Ref = string | number | null;

/** `binary` bytes are opaque; `json` bytes are JSON text of the inner payload, forwarded without being parsed. */
export type Encoding = 'binary' | 'json';

export interface TextFrame {
  readonly kind: 'text';
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
  /** Length of the whole frame, which is compared with the payload limit. */
  readonly sizeBytes: number;
}

export interface PushFrame {
  readonly kind: 'push';
  readonly ref: Ref;
  readonly topic: string;
  readonly encoding: Encoding;
  /** The whole frame; the fields below are offsets into it. */
  readonly bytes: Uint8Array;
  readonly topicAt: number;
  readonly eventAt: number;
  readonly metaAt: number;
  readonly payloadAt: number;
}

export type Frame = TextFrame | PushFrame;

export interface Message {
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

export interface UserBroadcast {
  readonly topic: Uint8Array;
  readonly event: Uint8Array;
  /** JSON text of an object, or empty. */
  readonly meta: Uint8Array;
  readonly encoding: Encoding;
  readonly payload: Uint8Array;
}

const KIND_USER_BROADCAST_PUSH = 3;
const KIND_USER_BROADCAST = 4;
const PUSH_HEADER_BYTES = 7;
const BROADCAST_HEADER_BYTES = 5;
const MAX_FIELD_BYTES = 255;
const ENCODING_BINARY = 0;
const ENCODING_JSON = 1;

const isRef = (value: unknown): value is Ref =>
  value === null || typeof value === 'string' || typeof value === 'number';

function toTextFrame(fields: readonly unknown[], sizeBytes: number): TextFrame | null {
  const [joinRef = null, ref = null, topic, event, payload] = fields;
  if (!isRef(joinRef) || !isRef(ref)) return null;
  if (typeof topic !== 'string' || typeof event !== 'string') return null;
  return { kind: 'text', joinRef, ref, topic, event, payload: payload ?? {}, sizeBytes };
}

/** Decodes a text frame; null if it is not a message of that version. */
export function decodeTextFrame(vsn: Vsn, text: string): TextFrame | null {
  const parsed = parseJson(text);
  const sizeBytes = encodeText(text).length;
  if (vsn === '2.0.0') {
    return Array.isArray(parsed) && parsed.length >= 5 ? toTextFrame(parsed, sizeBytes) : null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  const { join_ref, ref, topic, event, payload } = parsed as Record<string, unknown>;
  return toTextFrame([join_ref, ref, topic, event, payload], sizeBytes);
}

const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

/**
 * Decodes a client's binary broadcast (kind 3), or returns null. Keeps `bytes`, which `forwardPushFrame` overwrites.
 */
export function decodePushFrame(bytes: Uint8Array): PushFrame | null {
  if (bytes.length < PUSH_HEADER_BYTES || bytes[0] !== KIND_USER_BROADCAST_PUSH) return null;
  const encoding = bytes[6];
  if (encoding !== ENCODING_BINARY && encoding !== ENCODING_JSON) return null;
  const refAt = PUSH_HEADER_BYTES + byteAt(bytes, 1);
  const topicAt = refAt + byteAt(bytes, 2);
  const eventAt = topicAt + byteAt(bytes, 3);
  const metaAt = eventAt + byteAt(bytes, 4);
  const payloadAt = metaAt + byteAt(bytes, 5);
  if (payloadAt > bytes.length) return null;
  return {
    kind: 'push',
    ref: topicAt === refAt ? null : decodeText(bytes.subarray(refAt, topicAt)),
    topic: readTopic(bytes, topicAt, eventAt),
    encoding: encoding === ENCODING_JSON ? 'json' : 'binary',
    bytes,
    topicAt,
    eventAt,
    metaAt,
    payloadAt,
  };
}

/** Cache of the last topic: a typing user sends to one topic repeatedly. */
let latest = { bytes: new Uint8Array(), topic: '' };

function readTopic(frame: Uint8Array, from: number, to: number): string {
  if (!isSame(latest.bytes, frame, from, to)) {
    const bytes = Uint8Array.from(frame.subarray(from, to));
    latest = { bytes, topic: decodeText(bytes) };
  }
  return latest.topic;
}

function isSame(bytes: Uint8Array, frame: Uint8Array, from: number, to: number): boolean {
  if (bytes.length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (frame[at] !== bytes[at - from]) return false;
  return true;
}

/** Encodes a text frame in the receiver's version. */
export function encodeMessage(vsn: Vsn, message: Message): string {
  const { joinRef, ref, topic, event, payload } = message;
  return vsn === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}

/**
 * The same broadcast as a frame for the receivers (kind 4), with its topic, event and payload unchanged. Almost no
 * client sends meta. Without it these parts are contiguous, so only the header before them in `bytes` is overwritten.
 */
export function forwardPushFrame(push: PushFrame): Uint8Array {
  const { bytes, topicAt, eventAt, metaAt, payloadAt, encoding } = push;
  const frame =
    metaAt === payloadAt
      ? bytes.subarray(topicAt - BROADCAST_HEADER_BYTES)
      : leaveOutMeta(push, BROADCAST_HEADER_BYTES);
  frame[0] = KIND_USER_BROADCAST;
  frame[1] = eventAt - topicAt;
  frame[2] = metaAt - eventAt;
  frame[3] = 0;
  frame[4] = encoding === 'json' ? ENCODING_JSON : ENCODING_BINARY;
  return frame;
}

/** A copy without meta, with room for a header before it. */
function leaveOutMeta({ bytes, topicAt, metaAt, payloadAt }: PushFrame, room: number): Uint8Array {
  const namesBytes = metaAt - topicAt;
  const frame = new Uint8Array(room + namesBytes + bytes.length - payloadAt);
  frame.set(bytes.subarray(topicAt, metaAt), room);
  frame.set(bytes.subarray(payloadAt), room + namesBytes);
  return frame;
}

/** Encodes a binary broadcast for a client (kind 4). Null when a name exceeds the one-byte length. */
export function encodeUserBroadcast(broadcast: UserBroadcast): Uint8Array | null {
  const { topic, event, meta, encoding, payload } = broadcast;
  if (topic.length > MAX_FIELD_BYTES || event.length > MAX_FIELD_BYTES || meta.length > MAX_FIELD_BYTES) {
    return null;
  }
  const eventAt = BROADCAST_HEADER_BYTES + topic.length;
  const metaAt = eventAt + event.length;
  const payloadAt = metaAt + meta.length;
  const frame = new Uint8Array(payloadAt + payload.length);
  frame[0] = KIND_USER_BROADCAST;
  frame[1] = topic.length;
  frame[2] = event.length;
  frame[3] = meta.length;
  frame[4] = encoding === 'json' ? ENCODING_JSON : ENCODING_BINARY;
  frame.set(topic, BROADCAST_HEADER_BYTES);
  frame.set(event, eventAt);
  frame.set(meta, metaAt);
  frame.set(payload, payloadAt);
  return frame;
}
