/**
 * Encoder and decoder for Realtime protocol 2.0.0. Replaces supabase-js's on the broadcast path, where it is faster.
 * Pass it to `createClient` as part of the option `realtime`; each client needs a separate one. Binary broadcasts on a topic
 * registered with `earsOf` go to that listener only. supabase-js would search all channels and their listeners for each
 * message, which takes longer than decoding it.
 *
 *     client -> server   3 | joinRef | ref | topic | event | meta | encoding | joinRef ref topic event meta payload
 *     server -> client   4 |                 topic | event | meta | encoding |             topic event meta payload
 *
 * All lengths are one byte. Other messages are JSON: `[joinRef, ref, topic, event, payload]`.
 */
import type { RealtimeClientOptions } from '@supabase/supabase-js';

type Codec = Required<Pick<RealtimeClientOptions, 'encode' | 'decode'>>;
type Message = Parameters<Codec['encode']>[0];

const KIND_PUSH = 3;
const KIND_BROADCAST = 4;
const PUSH_HEADER_BYTES = 7;
const BROADCAST_HEADER_BYTES = 5;
const ENCODING_BINARY = 0;
const ENCODING_JSON = 1;
const MAX_FIELD_CHARS = 255;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: false });

/** Listener for the binary broadcasts on one topic. It owns the bytes it receives. */
export type Ear = (event: string, bytes: Uint8Array) => void;

/** By topic, as spelled on the wire. */
export type Ears = Map<string, Ear>;

const earsOfCodecs = new WeakMap<Codec['decode'], Ears>();

/** The listeners of the client that uses `decode`; undefined if it is not from `createRealtimeCodec`. */
export const earsOf = (decode: Codec['decode']): Ears | undefined => earsOfCodecs.get(decode);

export function createRealtimeCodec(): Codec {
  const ears: Ears = new Map();
  const codec: Codec = {
    encode(message, send) {
      const { join_ref, ref, topic, event, payload } = message;
      if (event === 'broadcast' && typeof payload['event'] === 'string') return send(encodePush(message));
      return send(JSON.stringify([join_ref, ref, topic, event, payload]));
    },

    decode(data, take) {
      if (typeof data !== 'string') return tellEar(ears, data) ? undefined : take(decodeBroadcast(data));
      const [join_ref, ref, topic, event, payload] = JSON.parse(data) as Fields;
      return take({ join_ref, ref, topic, event, payload });
    },
  };
  earsOfCodecs.set(codec.decode, ears);
  return codec;
}

type Fields = [Message['join_ref'], Message['ref'], Message['topic'], Message['event'], Message['payload']];

// Encoding and decoding are unrolled, without loops over arrays: cold code is slow after a pause (docs/decisions/0008).

function encodePush(message: Message): ArrayBuffer {
  const { topic } = message;
  const { event, payload } = message.payload as { event: string; payload: unknown };
  const joinRef = message.join_ref ?? '';
  const ref = message.ref ?? '';
  const isBinary = payload instanceof ArrayBuffer;
  const bytes = isBinary ? new Uint8Array(payload) : encoder.encode(JSON.stringify(payload ?? {}));
  if (topic.length > MAX_FIELD_CHARS || event.length > MAX_FIELD_CHARS)
    throw new Error(`Names in broadcasts are short: ${topic}`);
  const names = encodeNames(joinRef + ref + topic + event);
  const frame = new Uint8Array(PUSH_HEADER_BYTES + names.length + bytes.length);
  frame[0] = KIND_PUSH;
  frame[1] = joinRef.length;
  frame[2] = ref.length;
  frame[3] = topic.length;
  frame[4] = event.length;
  frame[6] = isBinary ? ENCODING_BINARY : ENCODING_JSON;
  frame.set(names, PUSH_HEADER_BYTES);
  frame.set(bytes, PUSH_HEADER_BYTES + names.length);
  return frame.buffer;
}

/** Cache of the last names, which repeat with every keystroke. */
let latest: { readonly names: string; readonly bytes: Uint8Array } = { names: '', bytes: new Uint8Array() };

function encodeNames(names: string): Uint8Array {
  if (latest.names === names) return latest.bytes;
  const bytes = encoder.encode(names);
  if (bytes.length !== names.length) throw new Error(`Names in broadcasts are ASCII: ${names}`);
  latest = { names, bytes };
  return bytes;
}

/** Returns false when no listener is registered for the topic. */
function tellEar(ears: Ears, data: ArrayBuffer): boolean {
  const frame = new Uint8Array(data);
  if (frame[0] !== KIND_BROADCAST || frame[3] !== 0 || frame[4] !== ENCODING_BINARY) return false;
  const { header, topic, event } = decodeNames(frame);
  const ear = ears.get(topic);
  ear?.(event, new Uint8Array(data, header.length));
  return ear !== undefined;
}

function decodeBroadcast(data: ArrayBuffer): Message {
  const frame = new Uint8Array(data);
  if (frame[0] !== KIND_BROADCAST) throw new Error(`Not a message of Realtime: kind ${frame[0]}`);
  const metaBytes = frame[3] ?? 0;
  const { header, topic, event } = decodeNames(frame);
  const metaAt = header.length;
  const bytes = data.slice(metaAt + metaBytes);
  const payload: unknown =
    frame[4] === ENCODING_JSON ? JSON.parse(decoder.decode(new Uint8Array(bytes))) : bytes;
  const message = { type: 'broadcast', event, payload };
  const meta = metaBytes > 0 && {
    meta: JSON.parse(decoder.decode(new Uint8Array(data, metaAt, metaBytes))) as unknown,
  };
  return { join_ref: null, ref: null, topic, event: 'broadcast', payload: { ...message, ...meta } };
}

interface ReceivedNames {
  readonly header: Uint8Array;
  readonly topic: string;
  readonly event: string;
}

let received: ReceivedNames = { header: new Uint8Array(), topic: '', event: '' };

function decodeNames(frame: Uint8Array): ReceivedNames {
  const eventAt = BROADCAST_HEADER_BYTES + (frame[1] ?? 0);
  const metaAt = eventAt + (frame[2] ?? 0);
  if (isBeginning(frame, metaAt, received.header)) return received;
  const topic = decoder.decode(frame.subarray(BROADCAST_HEADER_BYTES, eventAt));
  const event = decoder.decode(frame.subarray(eventAt, metaAt));
  received = { header: frame.slice(0, metaAt), topic, event };
  return received;
}

function isBeginning(frame: Uint8Array, length: number, header: Uint8Array): boolean {
  if (header.length !== length) return false;
  for (let at = 0; at < length; at += 1) if (frame[at] !== header[at]) return false;
  return true;
}
