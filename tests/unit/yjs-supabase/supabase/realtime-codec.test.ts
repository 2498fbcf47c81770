/** The codec encodes and decodes as the one of supabase-js does; the protocol tests run both against a server. */
import { encodeText } from '../../../../src/embedded-supabase/text/bytes.ts';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  decodePushFrame,
  encodeUserBroadcast,
} from '../../../../src/embedded-supabase/realtime/serializer.ts';
import { createRealtimeCodec, earsOf } from '../../../../src/yjs-supabase/src/supabase/realtime-codec.ts';

const { realtime: own } = createClient('http://localhost', 'key', {
  realtime: { transport: WebSocket as never },
});
const realtimeCodec = createRealtimeCodec();
const BYTES = new Uint8Array([0, 1, 254, 255]).buffer;
const TOPIC = 'realtime:doc:0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff:7:upd';

type Message = Parameters<typeof realtimeCodec.encode>[0];
type Codec = Pick<typeof realtimeCodec, 'encode' | 'decode'>;

function encodeWith(codec: Codec, message: Message): string | Uint8Array {
  const sent: (string | ArrayBuffer)[] = [];
  codec.encode(message, (data) => void sent.push(data));
  const [data] = sent;
  if (sent.length !== 1 || data === undefined) throw new Error(`${sent.length} frames`);
  return typeof data === 'string' ? data : new Uint8Array(data);
}

function decodeWith(codec: Codec, data: string | ArrayBuffer): unknown[] {
  const taken: unknown[] = [];
  codec.decode(data, (message) => void taken.push(message));
  return taken;
}

describe('an encoded message', () => {
  const broadcast = (payload: unknown) => ({ type: 'broadcast', event: 'u', payload });
  const messages: Record<string, Message> = {
    'a keystroke': { topic: TOPIC, event: 'broadcast', payload: broadcast(BYTES), ref: '' },
    'a broadcast with references': {
      topic: TOPIC,
      event: 'broadcast',
      payload: broadcast(BYTES),
      ref: '12',
      join_ref: '3',
    },
    'a broadcast of JSON': { topic: TOPIC, event: 'broadcast', payload: broadcast({ a: 'ž' }), ref: '1' },
    'a broadcast of nothing': { topic: TOPIC, event: 'broadcast', payload: broadcast(undefined), ref: '1' },
    'a heartbeat': { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '4' },
    'a join': { topic: TOPIC, event: 'phx_join', payload: { config: {} }, ref: '1', join_ref: '1' },
    presence: { topic: TOPIC, event: 'presence', payload: { type: 'presence', event: 'track' }, ref: '2' },
  };

  test.each(Object.entries(messages))('%s', (_, message) => {
    expect(encodeWith(realtimeCodec, message)).toEqual(encodeWith(own, message));
  });

  test('a keystroke is decoded unchanged by the server', () => {
    const frame = encodeWith(realtimeCodec, messages['a keystroke'] as Message);
    expect(decodePushFrame(frame as Uint8Array)).toMatchObject({
      topic: TOPIC,
      encoding: 'binary',
      ref: null,
    });
  });

  test('names longer than 255 characters are refused, as by supabase-js', () => {
    const long = { topic: 'x'.repeat(256), event: 'broadcast', payload: broadcast(BYTES) };
    expect(() => encodeWith(own, long)).toThrow('255');
    expect(() => encodeWith(realtimeCodec, long)).toThrow('short');
  });
});

describe('a received message', () => {
  const encoded = (change: object) => {
    const frame = encodeUserBroadcast({
      topic: encodeText(TOPIC),
      event: encodeText('u'),
      meta: encodeText(''),
      encoding: 'binary',
      payload: new Uint8Array(BYTES),
      ...change,
    });
    return Uint8Array.from(frame ?? []).buffer;
  };

  test('a keystroke goes to the listener of its topic, and to no other', () => {
    const codec = createRealtimeCodec();
    const heard: unknown[] = [];
    earsOf(codec.decode)?.set(TOPIC, (event, bytes) => heard.push([event, [...bytes]]));
    expect(decodeWith(codec, encoded({}))).toEqual([]);
    expect(heard).toEqual([['u', [0, 1, 254, 255]]]);
    earsOf(codec.decode)?.delete(TOPIC);
    expect(decodeWith(codec, encoded({}))).toEqual(decodeWith(own, encoded({})));
    expect(heard).toHaveLength(1);
  });

  test.each([
    ['another topic', encoded({ topic: encodeText(`${TOPIC}x`) })],
    ['a message from the database', encoded({ encoding: 'json', payload: encodeText('{"head":3}') })],
    ['a replayed one', encoded({ meta: encodeText('{"id":"1","replayed":true}') })],
    ['text', `[null,null,"${TOPIC}","broadcast",{"event":"u","payload":{}}]`],
  ])('any other message is decoded for supabase-js: %s', (_, data) => {
    const codec = createRealtimeCodec();
    earsOf(codec.decode)?.set(TOPIC, () => expect.unreachable());
    expect(decodeWith(codec, data)).toEqual(decodeWith(own, data));
  });

  test('each client has separate listeners, and one with the codec of supabase-js has none', () => {
    const [one, other] = [createRealtimeCodec(), createRealtimeCodec()];
    expect(earsOf(one.decode)).not.toBe(earsOf(other.decode));
    expect(earsOf(own.decode)).toBeUndefined();
  });

  test.each([
    ['a keystroke', encoded({})],
    ['a message from the database', encoded({ encoding: 'json', payload: encodeText('{"head":3}') })],
    ['a replayed one', encoded({ meta: encodeText('{"id":"1","replayed":true}') })],
    ['names beyond ASCII', encoded({ topic: encodeText('žluť'), event: encodeText('kůň') })],
    ['nothing in a broadcast', encoded({ payload: new Uint8Array() })],
    ['an answer', '["1","2","realtime:a","phx_reply",{"status":"ok","response":{}}]'],
  ])('%s', (_, data) => {
    expect(decodeWith(realtimeCodec, data)).toEqual(decodeWith(own, data));
  });
});
