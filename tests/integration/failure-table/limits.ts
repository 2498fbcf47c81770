/** The limits of a plan, and the consequences of exceeding them. */
import { expect } from 'vitest';
import type { Database } from '../../../src/embedded-supabase/db/database.ts';
import { expectHealed, until, type Seat } from '../../support/open-seat.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { announceAgain, rowsAt, seen, sent, type Guest } from './open-table.ts';

/** Realtime counts in buckets of five seconds and averages over a minute. */
const SPAN_MS = 5000;
const MEMORY_MS = 65_000;

const isError = (payload: unknown): boolean => (payload as { status?: unknown }).status === 'error';
const isLive = (seat: Seat): boolean => seat.isLive();

export function describeLimits(supabase: () => TestSupabase): void {
  const row = rowsAt(supabase);

  row(
    'R9 a storm of joins is refused with the whole socket, and waiting clients join later',
    async (table) => {
      const seats = await table.sit();
      // Joins of both clients count from now on, and a new epoch makes every client rejoin.
      table.passMs(SPAN_MS);
      await table.database.query('update public.document_logs set epoch = epoch + 1 where document_id = $1', [
        table.documentId,
      ]);
      await until(() => seats.every(({ closed }) => closed.length > 0));
      expect(table.realtime.logged.join()).toContain('ClientJoinRateLimitReached');
      seats.forEach((seat, at) => seat.write(`in the storm ${at}`));
      await expectHealed(seats, table.database, ['in the storm 0', 'in the storm 1']);
      // A refused client has requested one lane, not three.
      const refused = seen(table.ben, 'phx_reply').filter(({ payload }) => isError(payload));
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter(({ topic }) => !topic.endsWith(':ctl'))).toEqual([]);
      table.passMs(MEMORY_MS);
      await until(() => seats.every(isLive));
    },
    { realtime: { maxJoinsPerSecond: 1 } },
  );

  row(
    'R10 lanes closed for too many messages come back at a lower rate, and text is saved without them',
    async (table) => {
      const seats = await table.sit({ eventsPerSecond: 60 });
      const hurriedMs = await typeUntil(seats[0], table.ann, 6);
      table.passMs(SPAN_MS);
      seats.forEach((seat, at) => seat.write(`one too many ${at}`));
      await until(() => seats.every(({ closed }) => closed.includes('Too many messages per second')));
      // Rejoining and sending anything is still above the rate.
      seats.forEach((seat, at) => seat.write(`over HTTP ${at}`));
      await expectHealed(seats, table.database, ['one too many 1', 'over HTTP 0', 'over HTTP 1']);
      table.passMs(MEMORY_MS);
      await until(() => seats.every((seat) => seat.isLive() && seat.provider.people.length === 2));
      expect(await typeUntil(seats[0], table.ann, 4)).toBeGreaterThan(1.5 * hurriedMs);
      await expectHealed(seats, table.database, ['typed']);
    },
    { realtime: { maxMessagesPerSecond: 1 } },
  );

  row(
    'R11 a client that announces itself once and sends cursors as messages stays within the presence limit',
    async (table) => {
      const [ann, ben] = await table.sit();
      announceAgain(table.ben);
      await until(() => ben.closed.length > 0);
      expect(ben.closed).toEqual(['Client presence rate limit exceeded']);
      await until(() => ben.isLive());
      const before = sent(table.ben, 'a').length;
      for (let step = 0; step < 20; step += 1) ben.provider.awareness.setLocalStateField('cursor', null);
      await until(() => sent(table.ben, 'a').length > before);
      ann.write('undisturbed');
      await expectHealed([ann, ben], table.database, ['undisturbed']);
      expect([ann.closed.length, ben.closed.length]).toEqual([0, 1]);
    },
    { realtime: { clientPresenceCalls: 1 } },
  );

  row(
    'R11 lanes closed for the project’s presence rate come back when it is lower',
    async (table) => {
      const seats = await table.sit();
      for (let times = 0; times < 3; times += 1) announceAgain(table.ben);
      await until(() => seen(table.ann, 'presence_diff').length >= 4);
      table.passMs(SPAN_MS);
      table.ben.network.cut();
      seats.forEach((seat, at) => seat.write(`without presence ${at}`));
      await until(() => seats[1].closed.includes('Too many presence messages per second'));
      await expectHealed(seats, table.database, ['without presence 0', 'without presence 1']);
      table.passMs(MEMORY_MS);
      await until(() => seats.every((seat) => seat.isLive() && seat.provider.people.length === 2));
    },
    { realtime: { maxPresenceEventsPerSecond: 1 } },
  );

  let isExhausted = false;
  row(
    'R16 Realtime without a database connection admits no client and forwards nothing, and text is saved',
    async (table) => {
      const [ann, ben] = [table.ann.open(), table.ben.open()];
      await until(() => ann.isLive() && ben.isLive());
      isExhausted = true;
      // The first message checks the right to send.
      const heard = () => seen(table.ben, 'u');
      ann.write('dropped');
      await until(() => table.realtime.logged.some((line) => line.includes('write probe')));
      await until(() => ben.read().includes('dropped'));
      expect(heard()).toEqual([]);
      table.ben.network.cut();
      await until(() => ben.closed.some((reason) => reason.startsWith('UnableToConnectToProject')));
      ann.write('refused');
      await expectHealed([ann, ben], table.database, ['dropped', 'refused']);
      isExhausted = false;
      await until(() => ben.isLive() && ann.provider.people.length === 2);
      ann.write('heard');
      await until(() => heard().length > 0);
      await expectHealed([ann, ben], table.database, ['heard']);
    },
    { disturb: (database) => refuseProbes(database, () => isExhausted) },
  );
}

/** Types without a pause until `messages` more were sent; returns the shortest time between two of them. */
async function typeUntil(seat: Seat, guest: Guest, messages: number): Promise<number> {
  const before = sent(guest, 'u').length;
  const typing = setInterval(() => seat.write('typed'), 20);
  await until(() => sent(guest, 'u').length >= before + messages).finally(() => clearInterval(typing));
  const times = sent(guest, 'u')
    .slice(before)
    .map(({ atMs }) => atMs);
  return Math.min(...times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0)));
}

/** A database whose connections are exhausted when Realtime checks rights. */
function refuseProbes(database: Database, isExhausted: () => boolean): Database {
  return {
    ...database,
    query: (text, values) => {
      if (!isExhausted() || !text.includes('realtime.probe_')) return database.query(text, values);
      return Promise.reject(Object.assign(new Error('too many connections'), { code: '53300' }));
    },
  };
}
