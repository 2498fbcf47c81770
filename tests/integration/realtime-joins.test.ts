/** Joins and leaves, and the joins that Realtime refuses. */
import { describe, expect, test } from 'vitest';
import { encodePush, openRawSocket } from '../support/open-raw-socket.ts';
import { bytes, db, open, PRIVATE, server, withRealtime } from '../support/open-realtime-fixture.ts';
import { grantRoom, startTestRealtime } from '../support/start-test-realtime.ts';

withRealtime();

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

  test('a join for changes of tables is refused with the reason', async () => {
    const socket = await open();
    const changes = [{ event: '*', schema: 'public', table: 'notes' }];
    expect(await socket.join('realtime:a', '1', { postgres_changes: changes })).toMatchObject({
      payload: {
        status: 'error',
        response: {
          reason:
            'RealtimeDisabledForConfiguration: Unable to subscribe to changes with given parameters. Please check Realtime ' +
            'is enabled for the given connect parameters: [event: *, schema: public, table: notes]. ' +
            'The embedded Supabase does not imitate postgres_changes.',
        },
      },
    });
    socket.close();
  });

  test('an invalid payload is read as the defaults', async () => {
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

  test('a leave of an earlier join does not end this one', async () => {
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

  test('a join superseded by the next one leaves no ghost', async () => {
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

  test('frames after a join wait for it, including a leave', async () => {
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

  test('each has its message', async () => {
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

  test('because the database does not answer', async () => {
    const down = { ...db.database, query: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const blind = await startTestRealtime({ database: down });
    expect(await join('realtime:doc', PRIVATE, await blind.signUser('ann'), blind)).toEqual(
      refused('UnableToConnectToProject: Realtime was unable to connect to the project database'),
    );
    expect(await join('realtime:doc', {}, undefined, blind)).toMatchObject({ status: 'ok' });
    await blind.close();
  });

  test('joins of one topic in quick succession do not queue up at the database', async () => {
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

  test('are delayed', async () => {
    const slow = await startTestRealtime({ database: db.database, config: { refusedJoinDelayMs: 300 } });
    const startedMs = performance.now();
    await join('realtime:secret', PRIVATE, await slow.signUser('nobody'), slow);
    expect(performance.now() - startedMs).toBeGreaterThan(280);
    await slow.close();
  });

  test('a policy that raises an error refuses; one that tests `private` sees its default', async () => {
    const user = await server.signUser('ann');
    const reason = (topic: string) =>
      refused(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`);
    expect(await join('realtime:cast:not-a-uuid', PRIVATE, user)).toEqual(reason('cast:not-a-uuid'));
    expect(await join(`realtime:cast:${crypto.randomUUID()}`, PRIVATE, user)).toMatchObject({ status: 'ok' });
    expect(await join('realtime:private-rows:1', PRIVATE, user)).toEqual(reason('private-rows:1'));
  });

  test('because the role does not exist', async () => {
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

  test('of public channels where only private ones are allowed', async () => {
    const strict = await startTestRealtime({ database: db.database, config: { privateOnly: true } });
    expect(await join('realtime:x', {}, await strict.signUser('ann'), strict)).toEqual(
      refused('PrivateOnly: This project only allows private channels'),
    );
    await strict.close();
  });

  test('because of too many channels or too many users', async () => {
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

  // Checks the rows of all tests above: joins probe the right to read, and senders the right to write.
  test('the probe leaves no row and sends no notification', async () => {
    const { rows } = await db.database.query<{ count: string }>('select count(*) from realtime.messages');
    expect(rows[0]?.count).toBe('0');
  });
});
