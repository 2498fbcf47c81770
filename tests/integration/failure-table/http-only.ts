/** A room without live lanes from the start: it loads and saves over HTTP alone, and goes live as soon as possible. */
import { createClient, REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { expectHealed, until, type Seat } from '../../support/open-seat.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { joinsOf, rowsAt, seen, type Table } from './open-table.ts';

const isPaused = ({ provider }: Seat): boolean => provider.view.livePaused;

/** Both write, each reads the other's text, and both pages show the paused state. */
async function talkOverHttp(table: Table): Promise<[Seat, Seat]> {
  const seats: [Seat, Seat] = [table.ann.open(), table.ben.open()];
  await until(() => seats.every(isPaused));
  seats.forEach((seat, at) => seat.write(`over HTTP ${at}`));
  await expectHealed(seats, table.database, ['over HTTP 0', 'over HTTP 1']);
  for (const seat of seats) {
    expect(seat.status()).toMatchObject({ kind: 'open', save: 'saved', cause: 'live-paused', live: false });
    expect(seat.isLive()).toBe(false);
  }
  expect([...seen(table.ann, 'u'), ...seen(table.ben, 'u')]).toEqual([]);
  return seats;
}

/** The lanes recover without intervention. */
async function talkLive(table: Table, seats: [Seat, Seat]): Promise<void> {
  await until(() => seats.every((seat) => seat.isLive()));
  await until(() => seats.every((seat) => seat.provider.people.length === 2));
  const [ann] = seats;
  ann.write('live again');
  await until(() => seen(table.ben, 'u').length > 0);
  await expectHealed(seats, table.database, ['live again']);
  for (const seat of seats) expect(seat.status()).toMatchObject({ save: 'saved', cause: null, live: true });
}

/** A client unrelated to the room. */
async function occupy({ realtime, supabase }: Table): Promise<SupabaseClient> {
  const stranger = createClient(realtime.url, supabase.publishableKey, {
    realtime: { transport: WebSocket as never },
  });
  await new Promise<void>((resolve) => {
    stranger
      .channel('hall')
      .subscribe((status) => status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && resolve());
  });
  return stranger;
}

export function describeHttpOnly(supabase: () => TestSupabase): void {
  const row = rowsAt(supabase);

  row(
    'no Realtime from the start: two people write together over HTTP, and go live when it comes up',
    async (table) => {
      const startRealtime = await table.stopRealtime();
      const seats = await talkOverHttp(table);
      await startRealtime();
      await talkLive(table, seats);
    },
  );

  row(
    'no room in Realtime: two people write together over HTTP, and go live when another client has left',
    async (table) => {
      const strangers = await Promise.all([occupy(table), occupy(table), occupy(table)]);
      const seats = await talkOverHttp(table);
      expect(joinsOf(table.ann)).toEqual([]);
      for (const stranger of strangers) await stranger.removeAllChannels();
      await talkLive(table, seats);
    },
    // While it is full, clients that are connected cannot open further lanes either.
    { realtime: { maxConnections: 3 } },
  );
}
