/** The Phoenix protocol as Realtime speaks it, frame by frame. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRawSocket, encodePush, type RawSocket } from '../support/open-raw-socket.ts';
import { FREE_PLAN } from '../../src/embedded-supabase/realtime/realtime-config.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';
import {
  createRoomRights,
  grantRoom,
  startTestRealtime,
  type TestRealtime,
} from '../support/start-test-realtime.ts';

let db: TestDatabase;
let server: TestRealtime;

beforeAll(async () => {
  db = await openTestDatabase();
  await createRoomRights(db.database);
  server = await startTestRealtime({ database: db.database });
});

afterAll(async () => {
  await server.close();
  await db.close();
});

const open = (vsn: '1.0.0' | '2.0.0' = '2.0.0', on = server) =>
  openRawSocket(on.url, { vsn, apikey: on.keys.publishableKey });
const bytes = (...values: number[]) => new Uint8Array(values);
const PRIVATE = { private: true };

async function openJoined(
  topic: string,
  user: string,
  config: object = PRIVATE,
  on = server,
): Promise<RawSocket> {
  const socket = await open('2.0.0', on);
  const reply = await socket.join(`realtime:${topic}`, '1', config, await on.signUser(user));
  expect(reply.payload).toMatchObject({ status: 'ok' });
  return socket;
}

describe('handshake', () => {
  const connect = (query: string) =>
    server.realtime.connect(
      { send: () => {}, close: () => {} },
      { url: new URL(`http://x/realtime/v1/websocket?${query}`), headers: new Headers() },
    );

  test.each([
    ['vsn=2.0.0', 401, 'API key is missing'],
    ['vsn=2.0.0&apikey=sb_publishable_wrong', 401, 'The token provided is not a valid JWT'],
    ['vsn=3.0.0&apikey=x', 403, 'Protocol version is not supported'],
  ])('%s is refused', async (query, status, error) => {
    expect(await connect(query)).toEqual({ status, body: { error } });
  });

  test('a refusal is an HTTP answer, not a socket that closes', async () => {
    await expect(openRawSocket(server.url, { apikey: 'nonsense' })).rejects.toThrow('401');
  });

  test('the header x-api-key wins over the parameter', async () => {
    const headers = { 'x-api-key': server.keys.anonKey };
    const socket = await openRawSocket(server.url, { apikey: 'nonsense', headers });
    await socket.settle();
    socket.close();
  });

  test('every form of the key opens the door', async () => {
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

  test('a push to a topic that is not joined is told so', async () => {
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

  test('malformed frames are dropped and the socket stays', async () => {
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

  test('a payload nested too deeply to be written again ends its channel, not the socket', async () => {
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

  test('a binary frame means nothing to version 1', async () => {
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

  test('a silent socket is closed, one that says something is not', async () => {
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

describe('join and leave', () => {
  test('a public join is answered with its postgres_changes, then the presence state', async () => {
    const socket = await open();
    const reply = await socket.join('realtime:a', '1', { presence: { enabled: true, key: '' } });
    expect(reply).toMatchObject({
      joinRef: '1',
      payload: { status: 'ok', response: { postgres_changes: [] } },
    });
    expect(await socket.nextEvent('presence_state')).toMatchObject({ joinRef: '1', ref: null, payload: {} });
    socket.close();
  });

  test('a payload that makes no sense is read as the defaults', async () => {
    const socket = await open();
    socket.push('1', '1', 'realtime:a', 'phx_join', {
      config: { broadcast: 5, presence: 'x', private: 'maybe' },
    });
    expect(await socket.nextReply('1')).toMatchObject({ payload: { status: 'ok' } });
    socket.push('2', '2', 'realtime:b', 'phx_join', 'nonsense');
    expect(await socket.nextReply('2')).toMatchObject({ payload: { status: 'ok' } });
    socket.close();
  });

  test('a leave is answered, then the channel closes under its join reference', async () => {
    const socket = await open();
    await socket.join('realtime:a', '5');
    socket.push('5', '6', 'realtime:a', 'phx_leave', {});
    expect(await socket.nextReply('6')).toMatchObject({
      joinRef: '5',
      payload: { status: 'ok', response: {} },
    });
    expect(await socket.nextEvent('phx_close')).toMatchObject({
      joinRef: '5',
      ref: '5',
      topic: 'realtime:a',
    });
    socket.push('5', '7', 'realtime:a', 'phx_leave', {});
    expect(await socket.nextReply('7')).toMatchObject({ payload: { status: 'ok' } });
    socket.close();
  });

  test('a leave of an earlier join is not the leave of this one', async () => {
    const socket = await open();
    await socket.join('realtime:a', '1', { broadcast: { self: true } });
    socket.push('0', '2', 'realtime:a', 'phx_leave', {});
    socket.push('1', '3', 'realtime:a', 'broadcast', { type: 'broadcast', event: 'still', payload: {} });
    expect(await socket.nextEvent('broadcast')).toMatchObject({ payload: { event: 'still' } });
    socket.close();
  });

  test('a second join of a topic ends the first one', async () => {
    const socket = await open();
    await socket.join('realtime:a', '1');
    const second = socket.join('realtime:a', '9');
    expect(await socket.nextEvent('phx_close')).toMatchObject({ joinRef: '1', ref: '1' });
    expect(await second).toMatchObject({ joinRef: '9', payload: { status: 'ok' } });
    socket.close();
  });

  test('a join that is overtaken by the next one leaves no ghost', async () => {
    await grantRoom(db.database, 'hurry', 'ann');
    const socket = await open();
    const payload = {
      config: { private: true, broadcast: { self: true, ack: true } },
      access_token: await server.signUser('ann'),
    };
    socket.push('1', '1', 'realtime:hurry', 'phx_join', payload);
    socket.push('2', '2', 'realtime:hurry', 'phx_join', payload);
    expect(await socket.nextEvent('phx_close')).toMatchObject({ joinRef: '1' });
    expect(await socket.nextReply('2')).toMatchObject({ payload: { status: 'ok' } });
    socket.send(encodePush({ ref: '3', topic: 'realtime:hurry', event: 'e', payload: bytes(1) }));
    await socket.nextReply('3');
    expect(socket.broadcasts).toHaveLength(1);
    expect(socket.messages.filter(({ event }) => event === 'phx_reply')).toEqual([]);
    socket.close();
  });

  test('frames behind a join wait for it, a leave included', async () => {
    await grantRoom(db.database, 'queue', 'ann');
    const socket = await open();
    const config = { private: true, broadcast: { self: true } };
    const joining = socket.join('realtime:queue', '1', config, await server.signUser('ann'));
    for (const value of [1, 2, 3]) {
      socket.send(encodePush({ joinRef: '1', topic: 'realtime:queue', event: 'n', payload: bytes(value) }));
    }
    socket.push('1', '2', 'realtime:queue', 'phx_leave', {});
    expect((await joining).payload).toMatchObject({ status: 'ok' });
    await socket.nextEvent('phx_close');
    expect(socket.broadcasts.map(({ payload }) => payload[0])).toEqual([1, 2, 3]);
    socket.close();
  });
});

describe('refused joins', () => {
  const join = async (topic: string, config: object, token: string | undefined, on = server) => {
    const socket = await open('2.0.0', on);
    const { payload } = await socket.join(topic, '1', config, token);
    socket.close();
    return payload;
  };
  const refused = (reason: unknown) => ({ status: 'error', response: { reason } });

  test('each has its words', async () => {
    const user = await server.signUser('nobody');
    expect(await join('realtime:', {}, user)).toEqual(
      refused('TopicNameRequired: You must provide a topic name'),
    );
    expect(await join('realtime:secret', PRIVATE, user)).toEqual(
      refused('Unauthorized: You do not have permissions to read from this Channel topic: secret'),
    );
    expect(await join('realtime:secret', PRIVATE, undefined)).toEqual(
      refused('Unauthorized: You do not have permissions to read from this Channel topic: secret'),
    );
    expect(await join('realtime:x', {}, 'a.b.c')).toEqual(
      refused('MalformedJWT: The token provided is not a valid JWT'),
    );
    expect(await join('realtime:x', {}, `${user.slice(0, -4)}AAAA`)).toEqual(
      refused('JwtSignatureError: Failed to validate JWT signature'),
    );
    expect(await join('realtime:x', {}, await server.signUser('ann', -10))).toEqual(
      refused(expect.stringMatching(/^InvalidJWTToken: Token has expired 1\d seconds ago$/)),
    );
    expect(await join('realtime:x', {}, await server.tokens.sign({ role: 'authenticated' }))).toEqual(
      refused('InvalidJWTToken: Fields `role` and `exp` are required in JWT'),
    );
  });

  test('a database that does not answer', async () => {
    const down = { ...db.database, query: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const blind = await startTestRealtime({ database: down });
    expect(await join('realtime:doc', PRIVATE, await blind.signUser('ann'), blind)).toEqual(
      refused('UnableToConnectToProject: Realtime was unable to connect to the project database'),
    );
    expect(await join('realtime:doc', {}, undefined, blind)).toMatchObject({ status: 'ok' });
    await blind.close();
  });

  test('joins of one topic in quick succession do not pile up in front of the database', async () => {
    let asked = 0;
    let mostAsked = 0;
    const query: typeof db.database.query = async (text, values) => {
      asked += 1;
      mostAsked = Math.max(mostAsked, asked);
      try {
        return await db.database.query(text, values);
      } finally {
        asked -= 1;
      }
    };
    const narrow = await startTestRealtime({
      database: { ...db.database, query },
      config: { maxChannelsPerSocket: 10 },
    });
    const socket = await open('2.0.0', narrow);
    const payload = { config: PRIVATE, access_token: await narrow.signUser('nobody') };
    for (let join = 0; join < 1_000; join += 1) {
      socket.push(`${join}`, `${join}`, 'realtime:x', 'phx_join', payload);
    }
    await socket.settle();
    await expect.poll(() => asked).toBe(0);
    expect(mostAsked).toBeLessThanOrEqual(11);
    await narrow.close();
  });

  test('the answer waits', async () => {
    const slow = await startTestRealtime({ database: db.database, config: { refusedJoinDelayMs: 300 } });
    const startedMs = performance.now();
    await join('realtime:secret', PRIVATE, await slow.signUser('nobody'), slow);
    expect(performance.now() - startedMs).toBeGreaterThan(280);
    await slow.close();
  });

  test('a policy that raises an error refuses, one that tests `private` sees its default', async () => {
    const user = await server.signUser('ann');
    const reason = (topic: string) =>
      refused(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`);
    expect(await join('realtime:cast:not-a-uuid', PRIVATE, user)).toEqual(reason('cast:not-a-uuid'));
    expect(await join(`realtime:cast:${crypto.randomUUID()}`, PRIVATE, user)).toMatchObject({ status: 'ok' });
    expect(await join('realtime:private-rows:1', PRIVATE, user)).toEqual(reason('private-rows:1'));
  });

  test('a role that does not exist refuses', async () => {
    const token = await server.signUser('ann', 60, { role: 'no_such_role' });
    expect(await join('realtime:secret', PRIVATE, token)).toMatchObject({ status: 'error' });
  });

  test('policies see the x- headers of the upgrade', async () => {
    const apikey = server.keys.anonKey;
    const user = await server.signUser('ann');
    const socket = await openRawSocket(server.url, { apikey, headers: { 'x-door': 'open' } });
    expect((await socket.join('realtime:header', '1', PRIVATE, user)).payload).toMatchObject({
      status: 'ok',
    });
    expect(await join('realtime:header', PRIVATE, user)).toMatchObject({ status: 'error' });
    socket.close();
  });

  test('public channels where only private ones are allowed', async () => {
    const strict = await startTestRealtime({ database: db.database, config: { privateOnly: true } });
    expect(await join('realtime:x', {}, await strict.signUser('ann'), strict)).toEqual(
      refused('PrivateOnly: This project only allows private channels'),
    );
    await strict.close();
  });

  test('too many channels, too many users', async () => {
    const narrow = await startTestRealtime({
      database: db.database,
      config: { maxChannelsPerSocket: 1, maxConnections: 1 },
    });
    const first = await open('2.0.0', narrow);
    const second = await open('2.0.0', narrow);
    await first.join('realtime:a', '1');
    expect((await second.join('realtime:a', '1')).payload).toEqual(
      refused('ConnectionRateLimitReached: Too many connected users'),
    );
    await expect(open('2.0.0', narrow)).rejects.toThrow('429');
    first.close();
    await first.closed;
    const reopened = await open('2.0.0', narrow);
    reopened.push('1', '1', 'realtime:a', 'phx_join', {});
    reopened.push('2', '2', 'realtime:b', 'phx_join', {});
    expect((await reopened.nextReply('2')).payload).toEqual(
      refused('ChannelRateLimitReached: Too many channels'),
    );
    await narrow.close();
  });

  test('the probe leaves nothing behind and is not announced', async () => {
    const { rows } = await db.database.query<{ count: string }>('select count(*) from realtime.messages');
    expect(rows[0]?.count).toBe('0');
  });
});

describe('broadcast', () => {
  test('a binary push arrives as kind 4, its metadata left out, at all but the sender', async () => {
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

  test('self and ack are what the join asked for, as words too', async () => {
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

  test('what each version gets of text, JSON and bytes', async () => {
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

  test('the write policy is asked at the first send and remembered until the token changes', async () => {
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

  test('who may read presence only joins and hears no broadcast', async () => {
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

  test('too large a payload is dropped, and said where an ack was asked for', async () => {
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

describe('tokens', () => {
  const system = (message: string) => ({
    event: 'system',
    joinRef: '1',
    payload: { extension: 'system', status: 'error', message, channel: 'door' },
  });
  const push = (socket: RawSocket, token: unknown) =>
    socket.push('1', '2', 'realtime:door', 'access_token', { access_token: token });

  test('a new token that may not read closes the channel', async () => {
    await grantRoom(db.database, 'door', 'ann');
    const ann = await openJoined('door', 'ann');
    push(ann, server.keys.anonKey);
    expect(await ann.nextEvent('system')).toMatchObject(
      system('You do not have permissions to read from this Channel topic: door'),
    );
    expect(await ann.nextEvent('phx_close')).toMatchObject({ joinRef: '1', ref: '1' });
    ann.close();
  });

  test('losing one of two rights closes it with other words', async () => {
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

  test('keys, nothing, and the same token again are ignored, and nothing is ever answered', async () => {
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

  test('an expired token closes the channel by itself', async () => {
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

  test('a key such as __proto__ is a key like any other', async () => {
    const socket = await open();
    await socket.join('realtime:hall', '1', config('__proto__'));
    track(socket, '2', { a: 1 });
    const diff = JSON.stringify((await socket.nextEvent('presence_diff')).payload);
    expect(diff).toContain('"__proto__":{"metas"');
    socket.close();
  });

  test('tracking on a private channel asks its policies', async () => {
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
  test('messages beyond the rate close whoever sends or receives', async () => {
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

  test('presence beyond the rate closes whoever tracks; a track too large does too', async () => {
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

  test('a reader that does not keep up is closed, the others go on', async () => {
    const closedWith: (number | undefined)[] = [];
    const frames: (string | Uint8Array)[] = [];
    const connect = async (bufferedBytes: () => number) => {
      const outcome = await server.realtime.connect(
        { send: (data) => frames.push(data), close: (code) => closedWith.push(code), bufferedBytes },
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

test('an orderly end closes every channel, then the socket', async () => {
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
