/** One broadcast on its way to a room: encoded at most once for each protocol version, and only if somebody needs it. */
import {
  decodeText,
  encodeMessage,
  encodeText,
  encodeUserBroadcast,
  type Encoding,
  type Vsn,
} from './serializer.ts';

export interface Outgoing {
  /** Identity of a message that came out of the database; a channel that has replayed it does not get it again. */
  readonly id: string | null;
  /** The frame for a receiver of that version, or null when it cannot be said in it. */
  frameFor(vsn: Vsn): string | Uint8Array | null;
}

function encodeOncePerVersion(
  id: string | null,
  encode: Readonly<Record<Vsn, () => string | Uint8Array | null>>,
): Outgoing {
  const encoded: Partial<Record<Vsn, string | Uint8Array | null>> = {};
  return {
    id,
    frameFor(vsn) {
      const known = encoded[vsn];
      if (known !== undefined) return known;
      const frame = encode[vsn]();
      encoded[vsn] = frame;
      return frame;
    },
  };
}

export interface BytesBroadcast {
  /** With the `realtime:` prefix. */
  readonly topic: Uint8Array;
  readonly event: Uint8Array;
  readonly encoding: Encoding;
  readonly payload: Uint8Array;
  /** Only messages from the database carry any. */
  readonly meta?: { readonly id: string; readonly replayed?: true };
}

/** Inner payload of a JSON broadcast for a version that has no binary frames; null when the bytes are not JSON. */
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

const NOTHING = new Uint8Array(0);

/** A binary frame of a client, a single REST broadcast or a message from the database. Version 1 gets JSON only. */
export function bytesBroadcast(broadcast: BytesBroadcast): Outgoing {
  return encodeOncePerVersion(broadcast.meta?.id ?? null, {
    '1.0.0': () => toVersion1(broadcast),
    '2.0.0': () =>
      encodeUserBroadcast({
        topic: broadcast.topic,
        event: broadcast.event,
        meta: broadcast.meta === undefined ? NOTHING : encodeText(JSON.stringify(broadcast.meta)),
        encoding: broadcast.encoding,
        payload: broadcast.payload,
      }),
  });
}

/** What came as text (or by REST batch) leaves as text, its payload untouched. */
export function textMessage(topic: string, event: string, payload: unknown): Outgoing {
  const message = { joinRef: null, ref: null, topic, event, payload };
  return encodeOncePerVersion(null, {
    '1.0.0': () => encodeMessage('1.0.0', message),
    '2.0.0': () => encodeMessage('2.0.0', message),
  });
}
