/** Broadcasts over the socket: their receivers, their form, and the right to send them. */
import { describe, expect, test } from 'vitest';
import { encodePush, type RawSocket } from '../support/open-raw-socket.ts';
import { bytes, db, open, openJoined, server, withRealtime } from '../support/open-realtime-fixture.ts';
import { grantRoom, startTestRealtime } from '../support/start-test-realtime.ts';

withRealtime();

describe('broadcast', () => {
  test('a binary push arrives as kind 4 without its metadata, at all but the sender', async () => {
    for (const user of ['ann', 'bob']) await grantRoom(db.database, 'doc', user);
    const ann = await openJoined('doc', 'ann');
    const bob = await openJoined('doc', 'bob');
    ann.send(
      encodePush({
        joinRef: '1',
        ref: '2',
        topic: 'realtime:doc',
        event: 'edit',
        meta: '{"a":1}',
        payload: bytes(7, 8),
      }),
    );
    expect(await bob.nextBroadcast()).toEqual({
      topic: 'realtime:doc',
      event: 'edit',
      meta: '',
      encoding: 0,
      payload: bytes(7, 8),
    });
    await ann.settle();
    expect(ann.broadcasts).toEqual([]);
    expect(ann.messages.filter(({ event }) => event === 'phx_reply')).toEqual([]);
    ann.close();
    bob.close();
  });

  test('self and ack follow the join, also as strings', async () => {
    const socket = await open();
    await socket.join('realtime:a', '1', { broadcast: { self: 'true', ack: 'true' } });
    socket.send(encodePush({ joinRef: '1', ref: '2', topic: 'realtime:a', event: 'e', payload: bytes(1) }));
    expect(await socket.nextReply('2')).toMatchObject({
      joinRef: '1',
      payload: { status: 'ok', response: {} },
    });
    expect(await socket.nextBroadcast()).toMatchObject({ event: 'e', payload: bytes(1) });
    socket.close();
  });

  test('each version receives its form of text, JSON and bytes', async () => {
    const sender = await open();
    const two = await open('2.0.0');
    const one = await open('1.0.0');
    for (const socket of [sender, two, one]) await socket.join('realtime:mix', '1');
    const json = new TextEncoder().encode('{"n":1}');
    sender.push('1', '2', 'realtime:mix', 'broadcast', {
      type: 'broadcast',
      event: 'text',
      payload: { n: 0 },
      extra: 1,
    });
    sender.send(
      encodePush({ joinRef: '1', topic: 'realtime:mix', event: 'json', encoding: 1, payload: json }),
    );
    sender.send(encodePush({ joinRef: '1', topic: 'realtime:mix', event: 'bytes', payload: bytes(0x37) }));
    sender.send(
      encodePush({ joinRef: '1', topic: 'realtime:mix', event: 'bad', encoding: 1, payload: bytes(123) }),
    );
    one.push('1', '3', 'realtime:mix', 'broadcast', { type: 'broadcast', event: 'from one', payload: {} });

    const text = { type: 'broadcast', event: 'text', payload: { n: 0 }, extra: 1 };
    expect(await two.nextEvent('broadcast')).toEqual({
      joinRef: null,
      ref: null,
      topic: 'realtime:mix',
      event: 'broadcast',
      payload: text,
    });
    expect(await two.nextBroadcast()).toMatchObject({ event: 'json', encoding: 1, payload: json });
    expect(await two.nextBroadcast()).toMatchObject({ event: 'bytes', encoding: 0 });
    expect(await two.nextEvent('broadcast')).toMatchObject({ payload: { event: 'from one' } });
    expect(await one.nextEvent('broadcast')).toMatchObject({ topic: 'realtime:mix', payload: text });
    expect(await one.nextEvent('broadcast')).toMatchObject({
      payload: { event: 'json', payload: { n: 1 }, type: 'broadcast' },
    });
    await one.settle();
    expect(one.messages.filter(({ event }) => event === 'broadcast')).toEqual([]);
    for (const socket of [sender, two, one]) socket.close();
  });

  test('a public and a private topic of one name are two rooms', async () => {
    await grantRoom(db.database, 'twin', 'ann');
    const inside = await openJoined('twin', 'ann', {
      private: true,
      presence: { enabled: true, key: 'ann' },
    });
    const outside = await open();
    await outside.join('realtime:twin', '1', { presence: { enabled: true, key: 'eve' } });
    outside.send(encodePush({ joinRef: '1', topic: 'realtime:twin', event: 'e', payload: bytes(1) }));
    inside.send(encodePush({ joinRef: '1', topic: 'realtime:twin', event: 'e', payload: bytes(2) }));
    inside.push('1', '3', 'realtime:twin', 'presence', { event: 'track', payload: { a: 1 } });
    await inside.nextReply('3');
    await inside.settle();
    await outside.settle();
    expect([inside.broadcasts, outside.broadcasts]).toEqual([[], []]);
    expect(outside.messages.filter(({ event }) => event === 'presence_diff')).toEqual([]);
    inside.close();
    outside.close();
  });

  test('the write policy is checked at the first send and cached until the token changes', async () => {
    await grantRoom(db.database, 'lazy', 'ann');
    await grantRoom(db.database, 'lazy', 'bob', { writes_broadcast: false });
    const ann = await openJoined('lazy', 'ann');
    const bob = await openJoined('lazy', 'bob', { private: true, broadcast: { ack: true } });
    const push = (socket: RawSocket, ref: string) => {
      const payload = bytes(Number(ref));
      socket.send(encodePush({ joinRef: '1', ref, topic: 'realtime:lazy', event: 'e', payload }));
    };

    push(bob, '2');
    await bob.settle();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(bob.messages.filter(({ event }) => event === 'phx_reply')).toEqual([]);
    expect(ann.broadcasts).toEqual([]);

    await grantRoom(db.database, 'lazy', 'bob');
    push(bob, '3');
    await bob.settle();
    expect(ann.broadcasts).toEqual([]);

    bob.push('1', '4', 'realtime:lazy', 'access_token', {
      access_token: await server.signUser('bob', 7_200),
    });
    push(bob, '5');
    expect(await bob.nextReply('5')).toMatchObject({ payload: { status: 'ok' } });
    expect(await ann.nextBroadcast()).toMatchObject({ payload: bytes(5) });

    await grantRoom(db.database, 'lazy', 'bob', { writes_broadcast: false });
    push(bob, '6');
    expect(await bob.nextReply('6')).toMatchObject({ payload: { status: 'ok' } });
    expect(await ann.nextBroadcast()).toMatchObject({ payload: bytes(6) });
    ann.close();
    bob.close();
  });

  test('a client that may read presence only joins but receives no broadcast', async () => {
    await grantRoom(db.database, 'deaf', 'ann');
    await grantRoom(db.database, 'deaf', 'bob', { reads_broadcast: false });
    const ann = await openJoined('deaf', 'ann');
    const bob = await openJoined('deaf', 'bob', { private: true, presence: { enabled: true, key: 'bob' } });
    ann.send(encodePush({ joinRef: '1', topic: 'realtime:deaf', event: 'e', payload: bytes(1) }));
    await ann.settle();
    await bob.settle();
    expect(bob.broadcasts).toEqual([]);
    ann.close();
    bob.close();
  });

  test('all receivers get the same whole bytes, of any length, and the text frames between them', async () => {
    const [sender, ...others] = [await open(), await open(), await open()];
    for (const [at, socket] of [sender, ...others].entries()) {
      await socket.join('realtime:long', '1', { broadcast: { self: at === 0 } });
    }
    const lengths = [0, 60, 125, 126, 300, 65_535, 65_536, 200_000];
    for (const length of lengths) {
      const payload = Uint8Array.from({ length }, (_, at) => (at + length) % 251);
      sender.send(encodePush({ joinRef: '1', topic: 'realtime:long', event: 'b', payload }));
      sender.push('1', '9', 'realtime:long', 'broadcast', { event: 'w', payload: { length } });
    }
    for (const socket of [sender, ...others]) {
      for (const length of lengths) {
        expect(await socket.nextEvent('broadcast')).toMatchObject({ payload: { payload: { length } } });
        const { payload } = await socket.nextBroadcast();
        expect(payload.length).toBe(length);
        expect(payload.every((byte, at) => byte === (at + length) % 251)).toBe(true);
      }
      socket.close();
    }
  });

  test('an oversized payload is dropped, and reported if the join requested acks', async () => {
    const tight = await startTestRealtime({ database: db.database, config: { maxPayloadKb: 1 } });
    const sender = await open('2.0.0', tight);
    const quiet = await open('2.0.0', tight);
    await sender.join('realtime:a', '1', { broadcast: { ack: true } });
    await quiet.join('realtime:a', '1');
    const push = (ref: string, size: number) =>
      encodePush({ joinRef: '1', ref, topic: 'realtime:a', event: 'e', payload: new Uint8Array(size) });
    sender.send(push('2', 1_501));
    expect(await sender.nextReply('2')).toMatchObject({
      payload: { status: 'error', response: 'payload_size_exceeded' },
    });
    quiet.send(push('3', 1_501));
    await quiet.settle();
    expect(sender.broadcasts).toEqual([]);
    sender.send(push('4', 1_500));
    expect(await quiet.nextBroadcast()).toMatchObject({ event: 'e' });
    await tight.close();
  });
});
