/** Decodes frames of Realtime protocol 2.0.0, as far as tests need. */
import { decodeText } from '../../src/embedded-supabase/text/bytes.ts';
import { decodePushFrame, type Ref } from '../../src/embedded-supabase/realtime/serializer.ts';

export interface RealtimeFrame {
  readonly direction: 'up' | 'down';
  readonly atMs: number;
  readonly topic: string;
  /** For a broadcast, the sender's event: `u`, `a`, `head`. */
  readonly event: string;
  /** Undefined for bytes. */
  readonly payload: unknown;
  readonly joinRef: Ref;
  readonly ref: Ref;
}

export function readFrame(direction: 'up' | 'down', data: Buffer, isBinary: boolean): RealtimeFrame {
  const atMs = performance.now();
  if (!isBinary) {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString()) as [
      Ref,
      Ref,
      string,
      string,
      unknown,
    ];
    return { direction, atMs, topic, event, payload, joinRef, ref };
  }
  const { topic, event } = direction === 'up' ? readPush(data) : readBroadcast(data);
  return { direction, atMs, topic, event, payload: undefined, joinRef: null, ref: null };
}

function readPush(data: Buffer): { topic: string; event: string } {
  const frame = decodePushFrame(data);
  if (!frame) throw new Error('not a push frame');
  return { topic: frame.topic, event: decodeText(frame.bytes.subarray(frame.eventAt, frame.metaAt)) };
}

/** `04 | topic length | event length | meta length | encoding | topic event meta payload` */
function readBroadcast(data: Buffer): { topic: string; event: string } {
  const HEADER_BYTES = 5;
  const [, topicLength = 0, eventLength = 0] = data;
  const eventAt = HEADER_BYTES + topicLength;
  return {
    topic: decodeText(data.subarray(HEADER_BYTES, eventAt)),
    event: decodeText(data.subarray(eventAt, eventAt + eventLength)),
  };
}
