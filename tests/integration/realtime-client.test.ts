/** The unmodified supabase-js against Realtime, in both versions of the protocol. */
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { db, server, withRealtime } from '../support/open-realtime-fixture.ts';
import { grantRoom, startTestRealtime } from '../support/start-test-realtime.ts';

const clients: SupabaseClient[] = [];

withRealtime();

afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect();
});

async function openClient(
  vsn: '1.0.0' | '2.0.0',
  user?: string,
  lifeSeconds = 3_600,
  on = server,
): Promise<SupabaseClient> {
  const token = user === undefined ? null : await on.signUser(user, lifeSeconds);
  const client = createClient(on.url, on.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never, vsn, params: {} },
    ...(token === null ? {} : { accessToken: () => Promise.resolve(token) }),
  });
  clients.push(client);
  return client;
}

/** Resolves with the channel's first status. */
const subscribe = (channel: RealtimeChannel) =>
  new Promise<{ status: string; error: string | undefined }>((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error: error?.message }));
  });

const SUBSCRIBED = { status: 'SUBSCRIBED', error: undefined };

function collect(channel: RealtimeChannel, event: string): unknown[] {
  const seen: unknown[] = [];
  channel.on('broadcast', { event }, (message) => seen.push(message['payload']));
  return seen;
}

describe.each(['1.0.0', '2.0.0'] as const)('vsn %s', (vsn) => {
  const topic = `room-${vsn}`;

  test('a private channel: members exchange messages, a stranger and a visitor are refused', async () => {
    for (const user of ['ann', 'bob']) await grantRoom(db.database, topic, user);
    const config = { private: true, broadcast: { ack: true } };
    const ann = (await openClient(vsn, 'ann')).channel(topic, { config });
    const bob = (await openClient(vsn, 'bob')).channel(topic, { config });
    const seen = collect(bob, 'edit');
    expect(await subscribe(ann)).toEqual(SUBSCRIBED);
    expect(await subscribe(bob)).toEqual(SUBSCRIBED);
    expect(await ann.send({ type: 'broadcast', event: 'edit', payload: { text: 'žluťoučký' } })).toBe('ok');
    await expect.poll(() => seen).toEqual([{ text: 'žluťoučký' }]);

    for (const user of ['eve', undefined]) {
      const stranger = (await openClient(vsn, user)).channel(topic, { config });
      expect(await subscribe(stranger)).toMatchObject({
        status: 'CHANNEL_ERROR',
        error: expect.stringContaining('Unauthorized'),
      });
    }
  });

  test('a client without the write right receives no ack', async () => {
    await grantRoom(db.database, topic, 'ann');
    await grantRoom(db.database, topic, 'viewer', { writes_broadcast: false });
    const config = { private: true, broadcast: { ack: true } };
    const ann = (await openClient(vsn, 'ann')).channel(topic, { config });
    const viewer = (await openClient(vsn, 'viewer')).channel(topic, { config });
    const seen = collect(ann, 'edit');
    await subscribe(ann);
    await subscribe(viewer);
    const answer = await viewer.send({ type: 'broadcast', event: 'edit', payload: {} }, { timeout: 300 });
    expect(answer).toBe('timed out');
    expect(seen).toEqual([]);
  });

  test('presence: sync, join, leave', async () => {
    const open = async (key: string) =>
      (await openClient(vsn)).channel(`hall-${vsn}`, { config: { presence: { key } } });
    const ann = await open('ann');
    const bob = await open('bob');
    for (const channel of [ann, bob]) {
      channel.on('presence', { event: 'sync' }, () => {});
      expect(await subscribe(channel)).toEqual(SUBSCRIBED);
    }
    expect(await ann.track({ name: 'Ann' })).toBe('ok');
    expect(await bob.track({ name: 'Bob' })).toBe('ok');
    const names = (channel: RealtimeChannel) =>
      Object.values(channel.presenceState<{ name: string }>())
        .flat()
        .map(({ name }) => name)
        .sort();
    await expect.poll(() => names(ann)).toEqual(['Ann', 'Bob']);
    await expect.poll(() => names(bob)).toEqual(['Ann', 'Bob']);
    expect(await bob.untrack()).toBe('ok');
    await expect.poll(() => names(ann)).toEqual(['Ann']);
    await ann.unsubscribe();
    await expect.poll(() => names(bob)).toEqual([]);
  });

  test('presence: a member that reconnected before its old socket left is gone once both have left', async () => {
    const open = async (key: string) =>
      (await openClient(vsn)).channel(`return-${vsn}`, { config: { presence: { key } } });
    const ann = await open('ann');
    const lost = await open('ben');
    const returned = await open('ben');
    ann.on('presence', { event: 'sync' }, () => {});
    for (const channel of [ann, lost, returned]) expect(await subscribe(channel)).toEqual(SUBSCRIBED);
    const shown = () => {
      const { ben } = ann.presenceState<{ tab: string }>();
      return ben?.map(({ tab }) => tab).sort();
    };
    await lost.track({ tab: 'lost' });
    await expect.poll(shown).toEqual(['lost']);
    await returned.track({ tab: 'returned' });
    await expect.poll(shown).toEqual(['lost', 'returned']);
    await lost.unsubscribe();
    await expect.poll(shown).toEqual(['returned']);
    await returned.unsubscribe();
    await expect.poll(shown).toBeUndefined();
  });

  test('a refreshed token keeps the channel, an expired one closes it', async () => {
    let aheadMs = 0;
    const later = await startTestRealtime({
      database: db.database,
      config: { tokenCheckMs: 30 },
      clock: () => Date.now() + aheadMs,
    });
    const hourMs = 3_600_000;
    await grantRoom(db.database, topic, 'ann');
    const client = await openClient(vsn, 'ann', 3_600, later);
    const channel = client.channel(topic, {
      config: { private: true, broadcast: { self: true, ack: true } },
    });
    const systems: { message?: string }[] = [];
    channel.on('system', {}, (payload: { message?: string }) => systems.push(payload));
    const statuses: string[] = [];
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => {
        statuses.push(status);
        resolve();
      });
    });
    await client.realtime.setAuth(await later.signUser('ann', 3 * 3_600));
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
    aheadMs = 2 * hourMs;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
    aheadMs = 4 * hourMs;
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CLOSED']);
    expect(systems.at(-1)?.message).toMatch(/^Token has expired 3\d{3} seconds ago$/);
    await later.close();
  });

  test('leaving a channel and joining it again', async () => {
    const client = await openClient(vsn);
    const first = client.channel(`again-${vsn}`);
    expect(await subscribe(first)).toEqual(SUBSCRIBED);
    expect(await client.removeChannel(first)).toBe('ok');
    const second = client.channel(`again-${vsn}`, { config: { broadcast: { self: true } } });
    const seen = collect(second, 'e');
    expect(await subscribe(second)).toEqual(SUBSCRIBED);
    await second.send({ type: 'broadcast', event: 'e', payload: { again: true } });
    await expect.poll(() => seen).toEqual([{ again: true }]);
  });
});

test('bytes reach version 2 as an ArrayBuffer and version 1 not at all', async () => {
  const sender = (await openClient('2.0.0')).channel('bytes', { config: { broadcast: { ack: true } } });
  const two = (await openClient('2.0.0')).channel('bytes');
  const one = (await openClient('1.0.0')).channel('bytes');
  const seenByTwo = collect(two, 'e');
  const seenByOne = collect(one, 'e');
  for (const channel of [sender, two, one]) expect(await subscribe(channel)).toEqual(SUBSCRIBED);
  const payload = new Uint8Array([1, 2, 255]).buffer;
  expect(await sender.send({ type: 'broadcast', event: 'e', payload } as never)).toBe('ok');
  expect(await sender.send({ type: 'broadcast', event: 'e', payload: { after: true } })).toBe('ok');
  await expect.poll(() => seenByOne).toEqual([{ after: true }]);
  await expect.poll(() => seenByTwo.length).toBe(2);
  expect(new Uint8Array(seenByTwo[0] as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 255]));
});

test('httpSend: JSON and bytes to a private channel, refused to a stranger', async () => {
  await grantRoom(db.database, 'http', 'ann');
  const config = { private: true };
  const client = await openClient('2.0.0', 'ann');
  const channel = client.channel('http', { config });
  const seen = collect(channel, 'e');
  await subscribe(channel);
  expect(await channel.httpSend('e', { a: 1 })).toEqual({ success: true });
  expect(await channel.httpSend('e', new Uint8Array([7]))).toEqual({ success: true });
  await expect.poll(() => seen.length).toBe(2);
  expect(seen[0]).toEqual({ a: 1 });
  expect(new Uint8Array(seen[1] as ArrayBuffer)).toEqual(new Uint8Array([7]));
  const stranger = (await openClient('2.0.0', 'eve')).channel('http', { config });
  await expect(stranger.httpSend('e', {})).rejects.toThrow('Unauthorized');
});

test('the server’s shutdown closes channels for good', async () => {
  const short = await startTestRealtime({ database: db.database });
  const client = createClient(short.url, short.keys.publishableKey, {
    realtime: { transport: WebSocket as never },
  });
  clients.push(client);
  const statuses: string[] = [];
  await new Promise<void>((resolve) => {
    client.channel('x').subscribe((status) => {
      statuses.push(status);
      resolve();
    });
  });
  await short.close();
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CLOSED']);
});
