/** Realtime's Phoenix protocol, frame by frame: the handshake, new tokens, the end. */
import { describe, expect, test } from 'vitest';
import { encodePush, openRawSocket, type RawSocket } from '../support/open-raw-socket.ts';
import {
  bytes,
  db,
  open,
  openJoined,
  PRIVATE,
  server,
  withRealtime,
} from '../support/open-realtime-fixture.ts';
import { grantRoom, startTestRealtime } from '../support/start-test-realtime.ts';

withRealtime();

describe('handshake', () => {
  const connect = (query: string) =>
    server.realtime.connect(
      { send: () => {}, close: () => {}, ping: () => {} },
      { url: new URL(`http://x/realtime/v1/websocket?${query}`), headers: new Headers() },
    );

  test.each([
    ['vsn=2.0.0', 401, 'API key is missing'],
    ['vsn=2.0.0&apikey=sb_publishable_wrong', 401, 'The token provided is not a valid JWT'],
    ['vsn=3.0.0&apikey=x', 403, 'Protocol version is not supported'],
  ])('%s is refused', async (query, status, error) => {
    expect(await connect(query)).toEqual({ status, body: { error } });
  });

  test('a refusal is an HTTP response, not a closed socket', async () => {
    await expect(openRawSocket(server.url, { apikey: 'nonsense' })).rejects.toThrow('401');
  });

  test('the header x-api-key overrides the parameter', async () => {
    const headers = { 'x-api-key': server.keys.anonKey };
    const socket = await openRawSocket(server.url, { apikey: 'nonsense', headers });
    await socket.settle();
    socket.close();
  });

  test('every form of the key is accepted', async () => {
    const { anonKey, serviceRoleKey, publishableKey, secretKey } = server.keys;
    for (const apikey of [anonKey, serviceRoleKey, publishableKey, secretKey]) {
      const socket = await openRawSocket(server.url, { apikey });
      await socket.settle();
      socket.close();
    }
  });
});

describe('frames', () => {
  test('a heartbeat is answered in both versions', async () => {
    const two = await open('2.0.0');
    two.push(null, '1', 'phoenix', 'heartbeat', {});
    expect(await two.nextReply('1')).toEqual({
      joinRef: null,
      ref: '1',
      topic: 'phoenix',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
    });
    const one = await open('1.0.0');
    one.push(null, '7', 'phoenix', 'heartbeat', {});
    expect(await one.nextReply('7')).toMatchObject({ payload: { status: 'ok', response: {} } });
    two.close();
    one.close();
  });

  test('a push to a topic that is not joined is answered with an error', async () => {
    const socket = await open();
    socket.push('1', '2', 'realtime:nowhere', 'broadcast', { event: 'x', payload: {} });
    expect(await socket.nextReply('2')).toMatchObject({
      joinRef: null,
      payload: { status: 'error', response: { reason: 'unmatched topic' } },
    });
    socket.send(encodePush({ ref: '3', topic: 'realtime:nowhere', event: 'x', payload: bytes(1) }));
    expect(await socket.nextReply('3')).toMatchObject({ payload: { status: 'error' } });
    socket.push(null, '4', 'other:thing', 'phx_join', {});
    expect(await socket.nextReply('4')).toMatchObject({
      payload: { response: { reason: 'unmatched topic' } },
    });
    socket.close();
  });

  test('malformed frames are dropped and the socket stays open', async () => {
    const socket = await open();
    const pieces: (string | Uint8Array)[] = [
      '',
      '{',
      'null',
      '[]',
      '[1,2,3]',
      '{"topic":"phoenix"}',
      '[null,null,5,"heartbeat",{}]',
      '[{},"1","phoenix","heartbeat",{}]',
      bytes(),
      bytes(3),
      bytes(9, 1, 2, 3),
      bytes(3, 255, 255, 255, 255, 255, 0),
      bytes(3, 0, 0, 0, 0, 0, 7),
      bytes(0, 0, 0, 0, 0),
    ];
    for (const piece of pieces) socket.send(piece);
    await socket.settle();
    expect(socket.messages).toEqual([]);
    socket.close();
  });

  test('a payload nested too deeply to be serialised ends its channel, not the socket', async () => {
    const socket = await open();
    await socket.join('realtime:deep', '1', { broadcast: { self: true } });
    const depth = 200_000;
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    socket.send(`["1","2","realtime:deep","broadcast",${deep}]`);
    expect(await socket.nextEvent('phx_error')).toMatchObject({ joinRef: '1', topic: 'realtime:deep' });
    socket.send(`["2","2","realtime:deep","phx_join",{"config":{"postgres_changes":[{"a":${deep}}]}}]`);
    await socket.nextEvent('phx_error');
    expect((await socket.join('realtime:deep', '3')).payload).toMatchObject({ status: 'ok' });
    socket.close();
  });

  test('a binary frame is ignored in version 1', async () => {
    const socket = await open('1.0.0');
    socket.send(encodePush({ ref: '1', topic: 'realtime:x', event: 'e', payload: bytes(1) }));
    await socket.settle();
    expect(socket.messages).toEqual([]);
    socket.close();
  });

  test('a frame over the limit closes the socket', async () => {
    const small = await startTestRealtime({ database: db.database, config: { maxFrameBytes: 1_000 } });
    const socket = await open('2.0.0', small);
    socket.send('x'.repeat(1_001));
    expect(await socket.closed).toBe(1009);
    await small.close();
  });

  test('a silent socket is closed, one that sends something is not', async () => {
    const impatient = await startTestRealtime({ database: db.database, config: { silenceMs: 150 } });
    const silent = await open('2.0.0', impatient);
    const talking = await open('2.0.0', impatient);
    const talk = setInterval(() => talking.push(null, null, 'phoenix', 'heartbeat', {}), 40);
    expect(await silent.closed).toBe(1000);
    await talking.settle();
    clearInterval(talk);
    await impatient.close();
  });
});

describe('tokens', () => {
  const system = (message: string) => ({
    event: 'system',
    joinRef: '1',
    payload: { extension: 'system', status: 'error', message, channel: 'door' },
  });
  const push = (socket: RawSocket, token: unknown) =>
    socket.push('1', '2', 'realtime:door', 'access_token', { access_token: token });

  test('a new token without the read right closes the channel', async () => {
    await grantRoom(db.database, 'door', 'ann');
    const ann = await openJoined('door', 'ann');
    push(ann, server.keys.anonKey);
    expect(await ann.nextEvent('system')).toMatchObject(
      system('You do not have permissions to read from this Channel topic: door'),
    );
    expect(await ann.nextEvent('phx_close')).toMatchObject({ joinRef: '1', ref: '1' });
    ann.close();
  });

  test('losing one of two rights closes it with another message', async () => {
    await grantRoom(db.database, 'door', 'ann');
    const ann = await openJoined('door', 'ann', { private: true, presence: { enabled: true, key: 'ann' } });
    await grantRoom(db.database, 'door', 'ann', { reads_presence: false });
    push(ann, await server.signUser('ann', 7_200));
    expect(await ann.nextEvent('system')).toMatchObject(
      system('You no longer have permission to read from this Channel topic: door'),
    );
    ann.close();
  });

  test('bad tokens close public channels too', async () => {
    const cases = [
      [await server.signUser('ann', -5), /^Token has expired \d+ seconds ago$/],
      ['a.b.c', /^The token provided is not a valid JWT$/],
      [await server.tokens.sign({ role: 'authenticated' }), /^Fields `role` and `exp` are required in JWT$/],
    ] as const;
    for (const [token, message] of cases) {
      const socket = await open();
      await socket.join('realtime:door', '1');
      push(socket, token);
      expect((await socket.nextEvent('system')).payload['message']).toMatch(message);
      await socket.nextEvent('phx_close');
      socket.close();
    }
  });

  test('keys, an empty token and the same token again are ignored, and none is ever answered', async () => {
    await grantRoom(db.database, 'door', 'ann');
    const token = await server.signUser('ann');
    const socket = await open();
    await socket.join('realtime:door', '1', { private: true, presence: { enabled: false } }, token);
    await db.database.query("delete from public.room_rights where topic = 'door'");
    for (const ignored of [server.keys.publishableKey, null, token, undefined]) push(socket, ignored);
    await socket.settle();
    expect(socket.messages).toEqual([]);
    socket.close();
  });

  test('an expired token closes the channel', async () => {
    await grantRoom(db.database, 'door', 'ann');
    const socket = await open();
    const token = await server.signUser('ann', 2);
    expect((await socket.join('realtime:door', '1', PRIVATE, token)).payload).toMatchObject({ status: 'ok' });
    expect((await socket.nextEvent('system', 4_000)).payload['message']).toMatch(
      /^Token has expired \d seconds ago$/,
    );
    await socket.nextEvent('phx_close');
    socket.close();
  });
});

test('a session that ended joins no channel, and leaves the public ones', async () => {
  const ended = new Set<string>();
  const watching = await startTestRealtime({
    database: db.database,
    config: { sessionCheckMs: 50 },
    findEndedSessions: (ids) => Promise.resolve(new Set(ids.filter((id) => ended.has(id)))),
  });
  const [gone, here] = ['0b0f6a86-51a5-4f4e-8d0e-0a3f5a5dd0f1', '0b0f6a86-51a5-4f4e-8d0e-0a3f5a5dd0f2'];
  const [tokenOfGone, tokenOfHere] = await Promise.all(
    [gone, here].map((session_id) => watching.signUser('ann', 60, { session_id })),
  );
  const socket = await open('2.0.0', watching);
  for (const [topic, ref, token] of [
    ['a', '1', tokenOfGone],
    ['b', '2', tokenOfHere],
    ['c', '3', watching.keys.anonKey],
  ] as const)
    await socket.join(`realtime:${topic}`, ref, {}, token);
  ended.add(gone);
  expect(await socket.nextEvent('phx_close')).toMatchObject({ joinRef: '1' });
  expect((await socket.join('realtime:a', '4', {}, tokenOfGone)).payload).toMatchObject({
    status: 'error',
    response: { reason: expect.stringMatching(/^Unauthorized: /) },
  });
  expect((await socket.join('realtime:a', '5', {}, tokenOfHere)).payload).toMatchObject({ status: 'ok' });
  await socket.settle();
  expect(socket.messages.filter(({ event }) => event === 'phx_close')).toEqual([]);
  socket.close();
  await watching.close();
});

test('a shutdown closes every channel, then the socket', async () => {
  const short = await startTestRealtime({ database: db.database });
  const socket = await open('2.0.0', short);
  await socket.join('realtime:a', '1');
  await socket.join('realtime:b', '2');
  const closing = short.close();
  expect(await socket.nextEvent('phx_close')).toMatchObject({ joinRef: '1', ref: '1' });
  expect(await socket.nextEvent('phx_close')).toMatchObject({ joinRef: '2', ref: '2' });
  expect(await socket.closed).toBe(1001);
  await closing;
});
