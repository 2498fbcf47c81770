/** Messages sent from SQL or over HTTP. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRawSocket, type RawSocket } from '../support/open-raw-socket.ts';
import { db, server, withRealtime } from '../support/open-realtime-fixture.ts';
import { grantRoom, startTestRealtime } from '../support/start-test-realtime.ts';

let project: Client;

withRealtime();
beforeAll(async () => {
  project = new Client({ connectionString: db.database.projectUrl });
  await project.connect();
});

afterAll(async () => {
  await project.end();
});

async function openMember(
  topic: string,
  config: object = { private: true },
  vsn: '1.0.0' | '2.0.0' = '2.0.0',
): Promise<RawSocket> {
  await grantRoom(db.database, topic, 'ann');
  const socket = await openRawSocket(server.url, { vsn, apikey: server.keys.anonKey });
  const reply = await socket.join(`realtime:${topic}`, '1', config, await server.signUser('ann'));
  expect(reply.payload).toMatchObject({ status: 'ok' });
  return socket;
}

const parse = (payload: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(payload));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('realtime.send', () => {
  test('reaches the private room as kind 4 with the id of the row, and only after the commit', async () => {
    const member = await openMember('sql');
    await project.query('begin');
    await project.query(`select realtime.send('{"n":1}', 'head', 'sql')`);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(member.broadcasts).toEqual([]);
    await project.query('commit');
    const broadcast = await member.nextBroadcast();
    expect(broadcast).toMatchObject({ topic: 'realtime:sql', event: 'head', encoding: 1 });
    const { id } = JSON.parse(broadcast.meta) as { id: string };
    expect(id).toMatch(UUID);
    expect(parse(broadcast.payload)).toEqual({ n: 1, id });
    member.close();
  });

  test('a rolled-back message is never sent', async () => {
    const member = await openMember('sql');
    await project.query('begin');
    await project.query(`select realtime.send('{"n":1}', 'gone', 'sql')`);
    await project.query('rollback');
    await project.query(`select realtime.send('{"id":"mine"}', 'said', 'sql')`);
    const broadcast = await member.nextBroadcast();
    expect(broadcast.event).toBe('said');
    expect(parse(broadcast.payload)).toEqual({ id: 'mine' });
    member.close();
  });

  test('many in one transaction keep their order', async () => {
    const member = await openMember('sql');
    await project.query(
      `select realtime.send(jsonb_build_object('n', n), 'n', 'sql') from generate_series(1, 50) as n`,
    );
    const seen: unknown[] = [];
    for (let n = 1; n <= 50; n += 1) seen.push(parse((await member.nextBroadcast()).payload));
    expect(seen.map((payload) => (payload as { n: number }).n)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    member.close();
  });

  test('the public room receives public messages, bytes stay bytes, and version 1 receives JSON', async () => {
    const outside = await openMember('open', {});
    const inside = await openMember('open');
    const old = await openMember('open', {}, '1.0.0');
    await project.query(`select realtime.send('{"a":1}', 'e', 'open', false)`);
    await project.query(`select realtime.send_binary('\\x0102', 'bytes', 'open', false)`);
    expect(await outside.nextBroadcast()).toMatchObject({ event: 'e', encoding: 1 });
    expect(await outside.nextBroadcast()).toMatchObject({
      event: 'bytes',
      encoding: 0,
      payload: new Uint8Array([1, 2]),
    });
    expect((await old.nextEvent('broadcast')).payload).toMatchObject({
      type: 'broadcast',
      event: 'e',
      payload: { a: 1 },
      meta: { id: expect.stringMatching(UUID) },
    });
    await inside.settle();
    await old.settle();
    expect([inside.broadcasts, old.messages.filter(({ event }) => event === 'broadcast')]).toEqual([[], []]);
    for (const socket of [outside, inside, old]) socket.close();
  });

  test('a caller without the write right sends nothing, and receives only a warning', async () => {
    const member = await openMember('sql');
    await grantRoom(db.database, 'sql', 'bob', { writes_broadcast: false });
    const sendAs = (sub: string, event: string) =>
      db.database.asCaller({ claims: { role: 'authenticated', sub } }, (tx) =>
        tx.query(`select realtime.send('{}', $1, 'sql')`, [event]),
      );
    await sendAs('bob', 'from bob');
    await sendAs('ann', 'from ann');
    expect((await member.nextBroadcast()).event).toBe('from ann');
    member.close();
  });

  test('broadcast_changes in a row trigger', async () => {
    const member = await openMember('notes');
    await project.query(`
      create table public.notes (id int primary key, text text);
      create function public.tell() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        perform realtime.broadcast_changes('notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update on public.notes for each row execute function public.tell();
      insert into public.notes values (1, 'a');
      update public.notes set text = 'b';
    `);
    const inserted = await member.nextBroadcast();
    expect(inserted.event).toBe('INSERT');
    expect(parse(inserted.payload)).toMatchObject({
      old_record: null,
      record: { id: 1, text: 'a' },
      operation: 'INSERT',
      table: 'notes',
      schema: 'public',
    });
    expect(parse((await member.nextBroadcast()).payload)).toMatchObject({ old_record: { text: 'a' } });
    member.close();
  });

  test('callers cannot use the probes, nor read rows that policies hide', async () => {
    const asStranger = (sql: string) =>
      db.database.asCaller({ claims: { role: 'authenticated', sub: 'eve' } }, (tx) => tx.query(sql));
    await expect(asStranger(`select realtime.probe_write('sql', 'broadcast', '{}', '{}')`)).rejects.toThrow(
      'permission denied',
    );
    expect((await asStranger('select * from realtime.messages')).rows).toEqual([]);
    await expect(
      asStranger(`insert into realtime.messages (topic, extension) values ('sql', 'broadcast')`),
    ).rejects.toThrow('row-level security');
  });
});

describe('replay', () => {
  test('the newest messages of the private topic, oldest first, and none of them twice', async () => {
    const sinceMs = Date.now() - 1_000;
    for (const n of [1, 2, 3]) {
      await project.query(`select realtime.send(jsonb_build_object('n', $1::int), 'n', 'past')`, [n]);
    }
    await project.query(`select realtime.send('{"n":0}', 'n', 'past', false)`);
    const config = {
      private: true,
      broadcast: { replay: { since: sinceMs, limit: 2 }, replication_ready: true },
    };
    const member = await openMember('past', config);
    for (const n of [2, 3]) {
      const broadcast = await member.nextBroadcast();
      expect(JSON.parse(broadcast.meta)).toEqual({ replayed: true, id: expect.stringMatching(UUID) });
      expect(parse(broadcast.payload)).toMatchObject({ n });
    }
    expect(await member.nextEvent('system')).toMatchObject({
      payload: {
        extension: 'system',
        status: 'ok',
        message: 'Replication connection established',
        channel: 'past',
      },
    });
    await project.query(`select realtime.send('{"n":4}', 'n', 'past')`);
    const later: unknown[] = [];
    while (later.at(-1) !== 4)
      later.push((parse((await member.nextBroadcast()).payload) as { n: unknown }).n);
    // The first may still have been on its way to the room.
    expect(later.filter((n) => n !== 1)).toEqual([4]);
    member.close();
  });

  test('is refused for public channels and for invalid parameters', async () => {
    const socket = await openRawSocket(server.url, { apikey: server.keys.anonKey });
    const replay = { since: 1 };
    expect((await socket.join('realtime:past', '1', { broadcast: { replay } })).payload).toMatchObject({
      response: { reason: 'UnableToReplayMessages: Replay is not allowed for public channels' },
    });
    const token = await server.signUser('ann');
    const config = { private: true, broadcast: { replay: { since: 'then' } } };
    expect((await socket.join('realtime:past', '2', config, token)).payload).toMatchObject({
      response: { reason: 'UnableToReplayMessages: Replay params are not valid' },
    });
    await grantRoom(db.database, 'past', 'ann', { reads_broadcast: false });
    const presence = { private: true, presence: { enabled: true, key: '' }, broadcast: { replay } };
    expect((await socket.join('realtime:past', '3', presence, token)).payload).toMatchObject({
      response: { reason: 'Unauthorized: You do not have permissions to read from this Channel topic: past' },
    });
    socket.close();
  });

  test('rows older than 72 hours are deleted', async () => {
    await project.query(`
      insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
      values ('old', 'broadcast', 'e', '{}', true, (now() at time zone 'utc') - interval '73 hours'),
             ('old', 'broadcast', 'e', '{}', true, (now() at time zone 'utc') - interval '71 hours')
    `);
    const again = await startTestRealtime({ database: db.database });
    await expect
      .poll(async () => (await project.query(`select from realtime.messages where topic = 'old'`)).rowCount)
      .toBe(1);
    await again.close();
  });
});

describe('REST', () => {
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      body,
      headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json', ...headers },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? '' : (JSON.parse(text) as unknown) };
  };
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const batch = (...messages: unknown[]) => JSON.stringify({ messages });

  test('a batch arrives as text; private messages that may not be sent are dropped', async () => {
    const outside = await openMember('rest', {});
    const inside = await openMember('rest');
    await grantRoom(db.database, 'rest', 'bob', { writes_broadcast: false });
    const message = { topic: 'rest', event: 'e', payload: { a: 1 } };
    const sent = batch(message, { ...message, event: 'secret', private: true, id: 'x' });
    expect(await post('', sent, as(await server.signUser('bob')))).toEqual({ status: 202, body: '' });
    expect(await post('', sent, as(await server.signUser('ann')))).toEqual({ status: 202, body: '' });
    for (let times = 0; times < 2; times += 1) {
      expect((await outside.nextEvent('broadcast')).payload).toEqual({
        type: 'broadcast',
        event: 'e',
        payload: { a: 1 },
      });
    }
    expect((await inside.nextEvent('broadcast')).payload).toEqual({
      type: 'broadcast',
      event: 'secret',
      payload: { a: 1 },
      meta: { id: 'x' },
    });
    await inside.settle();
    expect(inside.messages.filter(({ event }) => event === 'broadcast')).toEqual([]);
    outside.close();
    inside.close();
  });

  test('one message: JSON, bytes, denied, unknown type', async () => {
    const inside = await openMember('re/st');
    const path = `/${encodeURIComponent('re/st')}/events/${encodeURIComponent('my event')}?private=true`;
    const ann = as(await server.signUser('ann'));
    expect((await post(path, '{"a":1}', ann)).status).toBe(202);
    const octets = { ...ann, 'content-type': 'application/octet-stream' };
    expect((await post(path, new Uint8Array([9]), octets)).status).toBe(202);
    expect(await inside.nextBroadcast()).toMatchObject({ event: 'my event', encoding: 1, meta: '' });
    expect(await inside.nextBroadcast()).toMatchObject({ encoding: 0, payload: new Uint8Array([9]) });
    expect(await post(path, '{}', as(await server.signUser('eve')))).toEqual({
      status: 403,
      body: { message: 'Unauthorized' },
    });
    expect((await post(path, 'x', { ...ann, 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(path, '{', ann)).status).toBe(422);
    expect((await post('/%ff/events/x', '{}', ann)).status).toBe(400);
    inside.close();
  });

  test('errors have the shapes of Realtime', async () => {
    const ann = as(await server.signUser('ann'));
    const nobody = await server.realtime.fetch(
      new Request('http://x/api/broadcast', { method: 'POST', body: batch({}) }),
      { token: null, ip: '', origin: '' },
    );
    expect([nobody.status, await nobody.json()]).toEqual([401, { message: 'Unauthorized' }]);
    expect((await post('', batch({}), as('a.b.c'))).status).toBe(401);
    expect(await post('', '{}', ann)).toEqual({
      status: 422,
      body: { errors: { messages: ["can't be blank"] } },
    });
    expect(
      await post('', batch({ topic: 'a', event: 'e', payload: {} }, { topic: 5, payload: [] }), ann),
    ).toEqual({
      status: 422,
      body: {
        errors: {
          messages: [{}, { topic: ['is invalid'], event: ["can't be blank"], payload: ['is invalid'] }],
        },
      },
    });
    expect((await post('/only-a-topic', '{}', ann)).status).toBe(404);
  });

  test('limits', async () => {
    const plan = await startTestRealtime({
      database: db.database,
      config: { maxMessagesPerSecond: 2, maxPayloadKb: 1 },
    });
    const sent = (body: string) =>
      plan.realtime.fetch(new Request('http://x/api/broadcast', { method: 'POST', body }), {
        token: plan.keys.anonKey,
        ip: '',
        origin: '',
      });
    const message = { topic: 'a', event: 'e', payload: {} };
    const tooMany = await sent(batch(message, message, message));
    expect([tooMany.status, await tooMany.json()]).toEqual([
      429,
      { message: 'Too many messages to broadcast, please reduce the batch size' },
    ]);
    const tooLarge = await sent(batch({ ...message, payload: { text: 'x'.repeat(1_600) } }));
    expect([tooLarge.status, await tooLarge.json()]).toEqual([
      422,
      { errors: { messages: [{ payload: ['Payload size exceeds tenant limit'] }] } },
    ]);
    await plan.close();
  });
});
