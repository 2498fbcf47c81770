/** Presence over the socket, the rates of a plan, and slow readers. */
import { describe, expect, test } from 'vitest';
import { FREE_PLAN } from '../../src/embedded-supabase/realtime/realtime-config.ts';
import { encodePush, type RawSocket } from '../support/open-raw-socket.ts';
import { bytes, db, open, openJoined, server, withRealtime } from '../support/open-realtime-fixture.ts';
import { grantRoom, startTestRealtime } from '../support/start-test-realtime.ts';

withRealtime();

describe('presence', () => {
  const config = (key: string) => ({ presence: { enabled: true, key } });
  const track = (socket: RawSocket, ref: string, payload: unknown, topic = 'realtime:hall') =>
    socket.push('1', ref, topic, 'presence', { type: 'presence', event: 'TRACK', payload });

  test('track, change, a second socket of the same key, leave', async () => {
    const ann = await open();
    const bob = await open();
    await ann.join('realtime:hall', '1', config('ann'));
    await bob.join('realtime:hall', '1', config('bob'));
    track(ann, '2', { mood: 'fine' });
    expect(await ann.nextReply('2')).toMatchObject({ payload: { status: 'ok', response: {} } });
    const joined = await bob.nextEvent('presence_diff');
    expect(joined.payload).toEqual({
      joins: { ann: { metas: [{ mood: 'fine', phx_ref: expect.any(String) }] } },
      leaves: {},
    });
    expect((await ann.nextEvent('presence_diff')).payload).toEqual(joined.payload);

    track(ann, '3', { mood: 'fine' });
    await ann.nextReply('3');
    track(ann, '4', { mood: 'great' });
    const changed = (await bob.nextEvent('presence_diff')).payload as { joins: object; leaves: object };
    const { ann: before } = joined.payload['joins'] as { ann: { metas: { phx_ref: string }[] } };
    expect(changed).toEqual({
      joins: {
        ann: {
          metas: [{ mood: 'great', phx_ref: expect.any(String), phx_ref_prev: before.metas[0]?.phx_ref }],
        },
      },
      leaves: { ann: before },
    });

    const again = await open();
    await again.join('realtime:hall', '1', config('ann'));
    expect((await again.nextEvent('presence_state')).payload).toMatchObject({
      ann: { metas: [{ mood: 'great' }] },
    });
    track(again, '2', { mood: 'twice' });
    await bob.nextEvent('presence_diff');
    again.close();
    expect((await bob.nextEvent('presence_diff')).payload).toMatchObject({
      joins: {},
      leaves: { ann: { metas: [{ mood: 'twice' }] } },
    });
    ann.push('1', '9', 'realtime:hall', 'presence', { type: 'presence', event: 'untrack' });
    expect(await ann.nextReply('9')).toMatchObject({ payload: { status: 'ok' } });
    expect((await bob.nextEvent('presence_diff')).payload).toMatchObject({
      leaves: { ann: { metas: [{ mood: 'great' }] } },
    });
    ann.close();
    bob.close();
  });

  test('a payload must be a map, an event must be known', async () => {
    const socket = await open();
    await socket.join('realtime:hall', '1', config('x'));
    track(socket, '2', [1]);
    expect(await socket.nextReply('2')).toMatchObject({
      payload: { status: 'error', response: { reason: 'Presence track payload must be a map' } },
    });
    socket.push('1', '3', 'realtime:hall', 'presence', { event: 'dance' });
    expect(await socket.nextReply('3')).toMatchObject({ payload: { status: 'error' } });
    socket.close();
  });

  test('the sixth call within the window closes the channel', async () => {
    const socket = await open();
    await socket.join('realtime:hall', '1', config('x'));
    for (let call = 1; call <= 6; call += 1) track(socket, `t${call}`, { call });
    for (let call = 1; call <= 5; call += 1) await socket.nextReply(`t${call}`);
    expect((await socket.nextEvent('system')).payload['message']).toBe('Client presence rate limit exceeded');
    await socket.nextEvent('phx_close');
    socket.close();
  });

  test('a key such as __proto__ is handled like any other', async () => {
    const socket = await open();
    await socket.join('realtime:hall', '1', config('__proto__'));
    track(socket, '2', { a: 1 });
    const diff = JSON.stringify((await socket.nextEvent('presence_diff')).payload);
    expect(diff).toContain('"__proto__":{"metas"');
    socket.close();
  });

  test('tracking on a private channel checks its policies', async () => {
    await grantRoom(db.database, 'club', 'ann');
    await grantRoom(db.database, 'club', 'bob', { writes_presence: false });
    await grantRoom(db.database, 'club', 'cid', { reads_presence: false });
    const ann = await openJoined('club', 'ann', { private: true, presence: { enabled: false } });
    const bob = await openJoined('club', 'bob', { private: true, ...config('bob') });
    const cid = await openJoined('club', 'cid', { private: true, ...config('cid') });
    track(bob, '2', { a: 1 }, 'realtime:club');
    expect(await bob.nextReply('2')).toMatchObject({ payload: { status: 'error', response: {} } });
    track(ann, '2', { a: 1 }, 'realtime:club');
    expect(await ann.nextReply('2')).toMatchObject({ payload: { status: 'ok' } });
    expect(await ann.nextEvent('presence_state')).toMatchObject({ payload: {} });
    await ann.nextEvent('presence_diff');
    await bob.nextEvent('presence_diff');
    await cid.settle();
    expect(cid.messages.filter(({ event }) => event.startsWith('presence'))).toEqual([]);
    for (const socket of [ann, bob, cid]) socket.close();
  });
});

describe('rates and slow readers', () => {
  test('messages beyond the rate close the sender’s and receivers’ channels', async () => {
    let nowMs = Date.now();
    const plan = await startTestRealtime({
      database: db.database,
      config: FREE_PLAN,
      clock: () => nowMs,
    });
    const sender = await open('2.0.0', plan);
    const receiver = await open('2.0.0', plan);
    for (const socket of [sender, receiver]) await socket.join('realtime:a', '1');
    const push = () =>
      sender.send(encodePush({ joinRef: '1', topic: 'realtime:a', event: 'e', payload: bytes(1) }));
    for (let sent = 0; sent < 260; sent += 1) push();
    await sender.settle();
    expect(sender.messages.filter(({ event }) => event === 'system')).toEqual([]);
    nowMs += 5_001;
    push();
    for (const socket of [sender, receiver]) {
      expect((await socket.nextEvent('system')).payload['message']).toBe('Too many messages per second');
      await socket.nextEvent('phx_close');
    }
    expect(receiver.broadcasts.length).toBe(261);
    nowMs += 60_000;
    await sender.join('realtime:a', '2', { broadcast: { ack: true } });
    sender.send(encodePush({ joinRef: '2', ref: '3', topic: 'realtime:a', event: 'e', payload: bytes(1) }));
    expect(await sender.nextReply('3')).toMatchObject({ payload: { status: 'ok' } });
    await plan.close();
  });

  test('presence beyond the rate closes the tracking channel; an oversized track does too', async () => {
    let nowMs = Date.now();
    const plan = await startTestRealtime({
      database: db.database,
      config: { ...FREE_PLAN, clientPresenceCalls: 1_000 },
      clock: () => nowMs,
    });
    const socket = await open('2.0.0', plan);
    await socket.join('realtime:a', '1');
    const track = (ref: string, payload: object) =>
      socket.push('1', ref, 'realtime:a', 'presence', { event: 'track', payload });
    for (let call = 0; call < 60; call += 1) track(`${call}`, { call });
    await socket.nextReply('59');
    nowMs += 5_001;
    track('last', { call: 'last' });
    expect((await socket.nextEvent('system')).payload['message']).toBe(
      'Too many presence messages per second',
    );
    nowMs += 61_000;
    await socket.join('realtime:a', '1');
    track('large', { text: 'x'.repeat(256_600) });
    expect((await socket.nextEvent('system')).payload['message']).toBe('Track message size exceeded');
    await plan.close();
  });

  test('too many joins per second are refused and end the socket', async () => {
    let nowMs = Date.now();
    const plan = await startTestRealtime({
      database: db.database,
      config: { maxJoinsPerSecond: 2, maxChannelsPerSocket: 1_000 },
      clock: () => nowMs,
    });
    const socket = await open('2.0.0', plan);
    for (let join = 0; join < 20; join += 1) await socket.join(`realtime:${join}`, `${join}`);
    nowMs += 5_001;
    expect((await socket.join('realtime:last', 'last')).payload).toEqual({
      status: 'error',
      response: { reason: 'ClientJoinRateLimitReached: Too many joins per second' },
    });
    await socket.closed;
    await plan.close();
  });

  test('a slow reader is closed, the others continue', async () => {
    const closedWith: (number | undefined)[] = [];
    const frames: (string | Uint8Array)[] = [];
    const connect = async (bufferedBytes: () => number) => {
      const outcome = await server.realtime.connect(
        {
          send: (data) => frames.push(data),
          close: (code) => closedWith.push(code),
          ping: () => {},
          bufferedBytes,
        },
        {
          url: new URL(`http://x/?vsn=2.0.0&apikey=${server.keys.anonKey}`),
          headers: new Headers(),
        },
      );
      if ('status' in outcome) throw new Error(outcome.body.error);
      outcome.receive(JSON.stringify(['1', '1', 'realtime:slow', 'phx_join', {}]));
      return outcome;
    };
    let unsentBytes = 0;
    await connect(() => unsentBytes);
    const sender = await open();
    const reader = await open();
    for (const socket of [sender, reader]) await socket.join('realtime:slow', '1');
    unsentBytes = 20_000_000;
    sender.send(encodePush({ joinRef: '1', topic: 'realtime:slow', event: 'e', payload: bytes(1) }));
    await reader.nextBroadcast();
    expect(closedWith).toEqual([1013]);
    sender.close();
    reader.close();
  });
});
