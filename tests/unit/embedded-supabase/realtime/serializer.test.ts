import { encodeText } from '../../../../src/embedded-supabase/text/bytes.ts';
import { describe, expect, test } from 'vitest';
import {
  decodePushFrame,
  decodeTextFrame,
  encodeMessage,
  encodeUserBroadcast,
  forwardPushFrame,
  type PushFrame,
} from '../../../../src/embedded-supabase/realtime/serializer.ts';
import { encodePush } from '../../../support/open-raw-socket.ts';
import { createRandom } from '../../../support/random.ts';

const EMPTY = new Uint8Array(0);

describe('text frames', () => {
  test('version 2 is an array, version 1 an object', () => {
    const two = decodeTextFrame('2.0.0', '["1","2","realtime:a","e",{"x":1}]');
    const one = decodeTextFrame(
      '1.0.0',
      '{"join_ref":"1","ref":"2","topic":"realtime:a","event":"e","payload":{"x":1}}',
    );
    const expected = {
      kind: 'text',
      joinRef: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'e',
      payload: { x: 1 },
    };
    expect(two).toMatchObject(expected);
    expect(one).toMatchObject(expected);
    expect(decodeTextFrame('1.0.0', '["1","2","a","e",{}]')).toBeNull();
    expect(decodeTextFrame('2.0.0', '{"topic":"a","event":"e","payload":{},"ref":null}')).toBeNull();
  });

  test('the size is counted in bytes', () => {
    expect(decodeTextFrame('2.0.0', '[null,null,"á","e",{}]')?.sizeBytes).toBe(23);
  });

  test('both encodings', () => {
    const message = { joinRef: '1', ref: null, topic: 't', event: 'e', payload: { a: 1 } };
    expect(encodeMessage('2.0.0', message)).toBe('["1",null,"t","e",{"a":1}]');
    expect(JSON.parse(encodeMessage('1.0.0', message))).toEqual({
      topic: 't',
      event: 'e',
      payload: { a: 1 },
      ref: null,
      join_ref: '1',
    });
  });
});

function partsOf(frame: PushFrame | null): { event: Uint8Array; payload: Uint8Array } {
  if (frame === null) throw new Error('not a frame');
  const { bytes, eventAt, metaAt, payloadAt } = frame;
  return { event: bytes.subarray(eventAt, metaAt), payload: bytes.subarray(payloadAt) };
}

describe('binary frames', () => {
  test('kind 3: lengths count bytes, not characters', () => {
    const payload = new Uint8Array([1, 2, 3]);
    const frame = decodePushFrame(
      encodePush({ joinRef: '10', ref: '11', topic: 'realtime:žluť', event: 'kůň', meta: '{}', payload }),
    );
    expect(frame).toMatchObject({ ref: '11', topic: 'realtime:žluť', encoding: 'binary' });
    expect(partsOf(frame)).toEqual({ event: Buffer.from('kůň'), payload: Buffer.from(payload) });
  });

  test('kind 3 without references, metadata or payload', () => {
    const frame = decodePushFrame(encodePush({ topic: 't', event: 'e', encoding: 1, payload: EMPTY }));
    expect(frame).toMatchObject({ ref: null, encoding: 'json' });
    expect(partsOf(frame).payload).toHaveLength(0);
  });

  test.each(['', '{"a":1}'])(
    'kind 3 is forwarded as kind 4, without references and metadata (%s)',
    (meta) => {
      const payload = new Uint8Array([1, 2, 3]);
      const frame = decodePushFrame(
        encodePush({ joinRef: '10', ref: '11', topic: 'žluť', event: 'kůň', meta, payload }),
      );
      const names = { topic: encodeText('žluť'), event: encodeText('kůň'), meta: EMPTY };
      expect(frame && new Uint8Array(forwardPushFrame(frame))).toEqual(
        encodeUserBroadcast({ ...names, encoding: 'binary', payload }),
      );
    },
  );

  test('the parts of kind 3 are still readable after forwarding', () => {
    const payload = encodeText('{"a":1}');
    const frame = decodePushFrame(
      encodePush({ joinRef: '10', topic: 't', event: 'e', encoding: 1, payload }),
    );
    const before = partsOf(frame);
    if (frame) forwardPushFrame(frame);
    expect(partsOf(frame)).toEqual(before);
  });

  test('kind 4, byte by byte', () => {
    const frame = encodeUserBroadcast({
      topic: encodeText('to'),
      event: encodeText('é'),
      meta: encodeText('{}'),
      encoding: 'json',
      payload: new Uint8Array([9]),
    });
    expect([...(frame ?? [])]).toEqual([4, 2, 2, 2, 1, 0x74, 0x6f, 0xc3, 0xa9, 0x7b, 0x7d, 9]);
  });

  test('a name longer than a length byte can express has no frame', () => {
    const broadcast = { event: EMPTY, meta: EMPTY, encoding: 'binary', payload: EMPTY } as const;
    expect(encodeUserBroadcast({ ...broadcast, topic: new Uint8Array(255) })).toHaveLength(260);
    expect(encodeUserBroadcast({ ...broadcast, topic: new Uint8Array(256) })).toBeNull();
  });
});

test('hostile input gives a frame within its bounds, or null', () => {
  const random = createRandom(20_261);
  const whole = encodePush({
    joinRef: '1',
    ref: '2',
    topic: 'realtime:a',
    event: 'e',
    payload: new Uint8Array(9),
  });
  for (let round = 0; round < 20_000; round += 1) {
    const bytes = Uint8Array.from(whole.subarray(0, Math.ceil(random() * whole.length)));
    for (let changes = random() * 3; changes > 0; changes -= 1) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    const frame = decodePushFrame(bytes);
    if (frame === null) continue;
    const { event, payload } = partsOf(frame);
    expect(payload.length + event.length).toBeLessThanOrEqual(bytes.length);
    expect(forwardPushFrame(frame).length).toBeLessThanOrEqual(bytes.length);
    const text = String.fromCharCode(...bytes);
    for (const vsn of ['1.0.0', '2.0.0'] as const) decodeTextFrame(vsn, text);
  }
});
