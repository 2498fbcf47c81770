/** A connection that breaks silently leaves presence long before its client counts as silent. */
import { expect, test } from 'vitest';
import { readRealtimeConfig } from '../../src/embedded-supabase/realtime/realtime-config.ts';
import { openRawSocket, type RawSocket } from '../support/open-raw-socket.ts';
import { db, open, withRealtime } from '../support/open-realtime-fixture.ts';
import { startTestRealtime } from '../support/start-test-realtime.ts';

withRealtime();

const QUICK = { pingMs: 150 };

const startQuick = () => startTestRealtime({ database: db.database, config: QUICK });

async function enter(socket: RawSocket, key: string): Promise<void> {
  await socket.join('realtime:hall', '1', { presence: { enabled: true, key } });
  socket.push('1', '2', 'realtime:hall', 'presence', { type: 'presence', event: 'TRACK', payload: {} });
  await socket.nextReply('2');
}

test('with the default settings a dead connection is detected within 15 s', () => {
  const { pingMs, maxUnansweredPings, silenceMs } = readRealtimeConfig();
  expect(pingMs * (maxUnansweredPings + 1)).toBe(12_000);
  expect(silenceMs).toBe(60_000);
});

test('a peer that answers no ping leaves presence, and one that answers stays', async () => {
  const realtime = await startQuick();
  const ann = await open('2.0.0', realtime);
  await enter(ann, 'ann');
  const bob = await openRawSocket(realtime.url, { apikey: realtime.keys.publishableKey, autoPong: false });
  await enter(bob, 'bob');
  const hasLeft = ({ event, payload }: RawSocket['messages'][number]) =>
    event === 'presence_diff' && 'bob' in (payload['leaves'] as object);
  await ann.next(hasLeft);
  expect(await bob.closed).toBe(1013);
  await new Promise((resolve) => setTimeout(resolve, 4 * QUICK.pingMs));
  await ann.settle();
  ann.close();
  await realtime.close();
});

test('a peer that sends frames is alive without a pong', async () => {
  const realtime = await startQuick();
  const bob = await openRawSocket(realtime.url, { apikey: realtime.keys.publishableKey, autoPong: false });
  const talk = setInterval(() => bob.push(null, null, 'phoenix', 'heartbeat', {}), 50);
  await new Promise((resolve) => setTimeout(resolve, 5 * QUICK.pingMs));
  clearInterval(talk);
  await bob.settle();
  bob.close();
  await realtime.close();
});
