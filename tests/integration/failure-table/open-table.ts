/** Two people in one document, each behind their own faulty network, with a Realtime for this table alone. */
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import type { Config } from '../../../src/embedded-supabase/node/config.ts';
import type { Database } from '../../../src/embedded-supabase/db/database.ts';
import { readSigningKey } from '../../../src/embedded-supabase/node/read-keys.ts';
import type { RealtimeSettings } from '../../../src/embedded-supabase/realtime/realtime-config.ts';
import type { Settings } from '#yjs-supabase';
import { openFaultyProxy, type FaultyProxy } from '../../support/open-faulty-proxy.ts';
import {
  addMember,
  createDocument,
  signUpPerson,
  type LivePerson,
} from '../../support/open-live-document.ts';
import { HEAL_MS, openSeat, until, type Seat } from '../../support/open-seat.ts';
import type { RealtimeFrame } from '../../support/read-realtime-frame.ts';
import { startTestRealtime, type TestRealtime } from '../../support/start-test-realtime.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';

export interface Guest {
  readonly person: LivePerson;
  readonly network: FaultyProxy;
  /** The sign-in session as the browser would store it. */
  readonly kept: Map<string, string>;
  open(settings?: Partial<Settings>): Seat;
}

export interface Table {
  readonly supabase: TestSupabase;
  readonly database: Database;
  readonly documentId: string;
  readonly ann: Guest;
  readonly ben: Guest;
  readonly realtime: TestRealtime;
  /** Advances Realtime's clock only. */
  passMs(durationMs: number): void;
  /** Ends Realtime as a restart does; the returned function starts another one at a new address. */
  stopRealtime(): Promise<() => Promise<void>>;
  /** Opens the document for both and waits until both are live. */
  sit(settings?: Partial<Settings>): Promise<[Seat, Seat]>;
}

export interface TableOptions {
  readonly realtime?: RealtimeSettings;
  /** Defaults to 25 seconds, longer than any test. */
  readonly heartbeatMs?: { readonly Ann?: number; readonly Ben?: number };
  /** Replaces the database that Realtime uses. */
  readonly disturb?: (database: Database) => Database;
}

/** Declares tests with a table each. */
export function rowsAt(supabase: () => TestSupabase) {
  return (name: string, run: (table: Table) => Promise<void>, options: TableOptions = {}): void => {
    test(name, { timeout: 2 * HEAL_MS }, async () => {
      const closers: (() => Promise<void>)[] = [];
      try {
        await run(await openTable(supabase(), options, closers));
      } finally {
        for (const close of closers.toReversed()) await close();
      }
    });
  };
}

type Closers = (() => Promise<void>)[];

async function openTable(supabase: TestSupabase, options: TableOptions, closers: Closers): Promise<Table> {
  const house = await openHouse(supabase, options, closers);
  const invite = (name: 'Ann' | 'Ben') => inviteGuest(supabase, house.realtime.url, name, options, closers);
  const [ann, ben] = await Promise.all([invite('Ann'), invite('Ben')]);
  const documentId = await createDocument(ann.person);
  await addMember(ann.person, documentId, ben.person, 'editor');
  const seat = (guest: InvitedGuest): Guest => ({
    ...guest,
    open: (settings) => guest.openAt(documentId, settings),
  });
  const table: Table = {
    supabase,
    database: supabase.database,
    documentId,
    ann: seat(ann),
    ben: seat(ben),
    get realtime() {
      return house.realtime;
    },
    passMs: house.passMs,
    stopRealtime: async () => {
      for (const { network } of [table.ann, table.ben]) network.realtimeUrl = null;
      await house.realtime.close();
      return async () => {
        await house.restart();
        for (const { network } of [table.ann, table.ben]) network.realtimeUrl = house.realtime.url;
      };
    },
    sit: async (settings) => {
      const pair: [Seat, Seat] = [table.ann.open(settings), table.ben.open(settings)];
      await until(() => pair.every((each) => each.isLive() && each.provider.people.length === 2));
      return pair;
    },
  };
  return table;
}

/** A Realtime with its own limits and clock over the database of a running Supabase. */
async function openHouse(supabase: TestSupabase, options: TableOptions, closers: Closers) {
  let aheadMs = 0;
  const signingKey = await readSigningKey(supabase.dataDir);
  const start = () =>
    startTestRealtime({
      database: options.disturb?.(supabase.database) ?? supabase.database,
      config: options.realtime ?? {},
      clock: () => Date.now() + aheadMs,
      signingKey,
    });
  const house = {
    realtime: await start(),
    passMs: (durationMs: number) => {
      aheadMs += durationMs;
    },
    restart: async () => {
      house.realtime = await start();
    },
  };
  closers.push(() => house.realtime.close());
  return house;
}

interface InvitedGuest extends Omit<Guest, 'open'> {
  openAt(documentId: string, settings?: Partial<Settings>): Seat;
}

async function inviteGuest(
  supabase: TestSupabase,
  realtimeUrl: string,
  name: 'Ann' | 'Ben',
  { heartbeatMs }: TableOptions,
  closers: Closers,
): Promise<InvitedGuest> {
  const network = await openFaultyProxy(supabase.url, realtimeUrl);
  closers.push(() => network.close());
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const person = await signUpPerson({ ...supabase, url: network.url }, name, undefined, {
    storage,
    heartbeatIntervalMs: heartbeatMs?.[name] ?? 25_000,
  });
  closers.push(async () => void (await person.client.removeAllChannels()));
  return {
    person,
    network,
    kept,
    openAt: (documentId, settings) => {
      const seat = openSeat(person, documentId, settings);
      closers.push(async () => seat.leave());
      return seat;
    },
  };
}

/** Messages of a kind that a guest's page has sent, or that have reached its network. */
export const sent = ({ network }: Guest, event: string): RealtimeFrame[] =>
  network.frames.filter((frame) => frame.direction === 'up' && frame.event === event);
export const seen = ({ network }: Guest, event: string): RealtimeFrame[] =>
  network.frames.filter((frame) => frame.direction === 'down' && frame.event === event);
export const joinsOf = (guest: Guest): RealtimeFrame[] => sent(guest, 'phx_join');

/** Tracks presence again with a different payload, which the others see as a leave and a join. */
export function announceAgain({ person }: Guest): void {
  const lane = person.client.getChannels().find(({ topic }) => topic.endsWith(':ctl'));
  void lane?.track({ again: randomUUID() });
}

/** Settings of the Supabase shared by all tables. */
export const quickRefusals = (config: Config): Config => ({
  ...config,
  // By default the server delays the answer to a refused join by five seconds.
  realtime: { ...config.realtime, refusedJoinDelayMs: 50, refusedConnectionDelayMs: 20 },
});
