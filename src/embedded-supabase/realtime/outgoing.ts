/** One broadcast to a room: encoded at most once for each protocol version, and only when a receiver uses it. */
import { decodeText, encodeText } from '../text/bytes.ts';
import {
  encodeMessage,
  encodeUserBroadcast,
  forwardPushFrame,
  type Encoding,
  type Message,
  type PushFrame,
  type Vsn,
} from './serializer.ts';

export interface Outgoing {
  /** The id of a message from the database; a channel that has replayed it does not receive it again. */
  readonly id: string | null;
  /** The frame for a receiver of that version, or null when the version cannot express it. */
  frameFor(vsn: Vsn): string | Uint8Array | null;
}

export interface BytesBroadcast {
  /** With the `realtime:` prefix. */
  readonly topic: Uint8Array;
  readonly event: Uint8Array;
  readonly encoding: Encoding;
  readonly payload: Uint8Array;
  /** Only messages from the database have it. */
  readonly meta?: { readonly id: string; readonly replayed?: true };
}

const NOTHING = new Uint8Array(0);

function toVersion2({ topic, event, encoding, payload, meta }: BytesBroadcast): Uint8Array | null {
  const metaBytes = meta === undefined ? NOTHING : encodeText(JSON.stringify(meta));
  return encodeUserBroadcast({ topic, event, meta: metaBytes, encoding, payload });
}

/** Null for binary payloads, which version 1 cannot carry, and for bytes that should be JSON but are not. */
function toVersion1(broadcast: BytesBroadcast): string | null {
  if (broadcast.encoding === 'binary') return null;
  const json = decodeText(broadcast.payload);
  try {
    JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const meta = broadcast.meta === undefined ? '' : `,"meta":${JSON.stringify(broadcast.meta)}`;
  const event = JSON.stringify(decodeText(broadcast.event));
  const topic = JSON.stringify(decodeText(broadcast.topic));
  const payload = `{"event":${event},"payload":${json},"type":"broadcast"${meta}}`;
  return `{"topic":${topic},"event":"broadcast","payload":${payload},"ref":null,"join_ref":null}`;
}

/** A class, because one is created per keystroke: closures would cost more than the encoding. */
class EncodedOnce<Source> implements Outgoing {
  readonly id: string | null;
  readonly #source: Source;
  readonly #encode: (source: Source, vsn: Vsn) => string | Uint8Array | null;
  #version1: string | Uint8Array | null | undefined;
  #version2: string | Uint8Array | null | undefined;

  constructor(
    source: Source,
    id: string | null,
    encode: (source: Source, vsn: Vsn) => string | Uint8Array | null,
  ) {
    this.#source = source;
    this.id = id;
    this.#encode = encode;
  }

  frameFor(vsn: Vsn): string | Uint8Array | null {
    if (vsn === '2.0.0') {
      if (this.#version2 === undefined) this.#version2 = this.#encode(this.#source, vsn);
      return this.#version2;
    }
    if (this.#version1 === undefined) this.#version1 = this.#encode(this.#source, vsn);
    return this.#version1;
  }
}

const encodeBytes = (broadcast: BytesBroadcast, vsn: Vsn): string | Uint8Array | null =>
  vsn === '2.0.0' ? toVersion2(broadcast) : toVersion1(broadcast);

const encodeTextMessage = (message: Message, vsn: Vsn): string => encodeMessage(vsn, message);

const encodePush = (frame: PushFrame, vsn: Vsn): string | Uint8Array | null => {
  if (vsn === '2.0.0') return forwardPushFrame(frame);
  const { bytes, topicAt, eventAt, metaAt, payloadAt, encoding } = frame;
  const topic = bytes.subarray(topicAt, eventAt);
  const event = bytes.subarray(eventAt, metaAt);
  return toVersion1({ topic, event, encoding, payload: bytes.subarray(payloadAt) });
};

/** A client's binary frame. Version 1 receives it only if its payload is JSON. */
export const pushedBroadcast = (frame: PushFrame): Outgoing => new EncodedOnce(frame, null, encodePush);

/** A single REST broadcast or a message from the database. Version 1 receives it only if its payload is JSON. */
export function bytesBroadcast(broadcast: BytesBroadcast): Outgoing {
  return new EncodedOnce(broadcast, broadcast.meta?.id ?? null, encodeBytes);
}

/** A text message (or a REST batch) is forwarded as text, its payload unchanged. */
export function textMessage(topic: string, event: string, payload: unknown): Outgoing {
  return new EncodedOnce({ joinRef: null, ref: null, topic, event, payload }, null, encodeTextMessage);
}
