/** The environment of one run, shared by all devices: server, live channels, faults, time. */
import { createHash } from 'node:crypto';
import { foldLog } from '../../supabase/functions/_shared/server/fold.ts';
import type { OutboxItem } from '#yjs-supabase';
import { createDice, type Dice } from './dice.ts';
import { drain } from './drain.ts';
import type { Mallory } from './mallory.ts';
import { createDatabase, type Caller, type Database } from './model/database.ts';
import type { FunctionsOptions } from './model/functions.ts';
import { createRealtime, type Realtime } from './model/realtime.ts';
import { createDisk, type Disk } from './model/store.ts';
import { count, createWeather, type Counts, type Weather } from './model/weather.ts';
import { createDevice, openPage, type Device, type Page } from './page.ts';
import type { Plan } from './plan.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { createTrace, type Trace } from './trace.ts';
import { createTruth, type Truth } from './truth.ts';

export const DOCUMENT_ID = '00000000-0000-4000-8000-000000000001';

/** One empty paragraph by client id 1, as `create_document` makes it. */
const SEED = Uint8Array.from(
  '0101010007010764656661756c74030970617261677261706800'.match(/../g) ?? [],
  (hex) => Number.parseInt(hex, 16),
);

export interface World {
  readonly seed: number;
  readonly plan: Plan;
  readonly dice: Dice;
  readonly schedule: Schedule;
  readonly weather: Weather;
  readonly counts: Counts;
  readonly truth: Truth;
  readonly trace: Trace;
  readonly database: Database;
  readonly realtime: Realtime;
  readonly functions: FunctionsOptions;
  readonly devices: Device[];
  /** Every page that was ever opened. */
  readonly pages: Page[];
  /** Sessions whose unsent changes the server permanently refused, with the code. */
  readonly kept: Map<string, string>;
  /** Bytes of settled writes, successful or not, by session and counter. */
  readonly answered: Map<string, Uint8Array>;
  /** Items that were stored at some time, by session and counter. */
  readonly stored: Map<string, { readonly item: OutboxItem; readonly device: string }>;
  mallory: Mallory | null;
  hasFailedOver: boolean;
  /** Until then *Saved* may be untrue without fault of the page: the database lost commits. */
  forgivenUntilMs: number;
  /** The schema of the app that a reload brings. */
  appSchema: number;
  makeDisk(name: string): Disk;
  drain(device: Device, page: Page): void;
  fold(caller: Caller): void;
}

export function createWorld(plan: Plan): World {
  const { seed } = plan;
  const trace = createTrace();
  const schedule = createSchedule(trace.happen);
  const weather = createWeather();
  const counts: Counts = {};
  const truth = createTruth(schedule.nowMs);
  const database: Database = createDatabase(SEED, 'user 0', {
    nowMs: schedule.nowMs,
    announce: (epoch, event, payload) => realtime.announce(epoch, event, payload),
    onCommit: (row) => {
      trace.carry(row.bytes);
      truth.commit(row);
    },
  });
  truth.commit(database.tables.rows[0]!);
  const realtime: Realtime = createRealtime({
    schedule,
    dice: createDice(seed, 'realtime'),
    weather,
    counts,
    mayUse: database.mayUse,
    onSend: trace.carry,
  });
  const dice = createDice(seed, 'world');
  const functions: FunctionsOptions = {
    schedule,
    dice: createDice(seed, 'functions'),
    weather,
    counts,
    database,
    afterAppend: (caller) => world.fold(caller),
    fold: (caller) => {
      count(counts, 'folds of a pause');
      startFold(world, caller, false);
    },
  };
  const world: World = {
    seed,
    plan,
    dice,
    schedule,
    weather,
    counts,
    truth,
    trace,
    database,
    realtime,
    functions,
    devices: [],
    pages: [],
    kept: new Map(),
    answered: new Map(),
    stored: new Map(),
    mallory: null,
    hasFailedOver: false,
    forgivenUntilMs: -1,
    appSchema: 1,
    makeDisk: (name) =>
      createDisk(schedule, createDice(seed, `disk ${name}`), {
        onStored: (item) => {
          world.stored.set(`${item.sessionId}/${item.counter}`, { item, device: name });
          truth.keep(item.update);
        },
        onAnswered: (item) => world.answered.set(`${item.sessionId}/${item.counter}`, item.update),
      }),
    drain: (device, page) => drain(world, device, page),
    fold: (caller) => foldIfDue(world, caller),
  };
  truth.editors.add('user 0');
  for (const person of plan.people) addPerson(world, person);
  return world;
}

function addPerson(world: World, person: Plan['people'][number]): void {
  if (person.role !== 'owner') world.database.addMember(person.userId, person.role);
  if (person.role !== 'viewer') world.truth.editors.add(person.userId);
  const device = createDevice(world, person.name, person.userId, person.isDurable);
  world.devices.push(device);
  world.schedule.after(person.arrivesMs, () => openPage(world, device));
}

/** Folds as `append-updates` does: after enough rows it loads, folds and stores, without a lock. */
function foldIfDue(world: World, caller: Caller): void {
  const { head, snapshotSeq } = world.database.tables;
  if (head - snapshotSeq >= world.plan.foldEvery) startFold(world, caller, false);
}

export function startFold(world: World, caller: Caller, isVersion: boolean): void {
  const { database, schedule, dice, truth } = world;
  const loaded = database.load(caller, { after: null });
  if (!loaded.ok) return;
  const { snapshot, rows, head, generation } = loaded.value;
  schedule.after(dice.between(20, 3000), () => {
    const stored = database.saveSnapshot(caller, {
      generation,
      base: snapshot?.seq ?? 0,
      seq: head,
      isVersion,
      fold: () => fold([...(snapshot ? [snapshot] : []), ...rows].map((part) => part.bytes)),
    });
    if (stored.ok) count(world.counts, stored.value.advanced ? 'snapshots' : 'snapshot races lost');
    else if (
      !world.hasFailedOver &&
      stored.failure.kind === 'refused' &&
      stored.failure.code === 'bad_request'
    )
      truth.fail('snapshots are stored', `a fold at ${head} was refused`);
  });
}

function fold(updates: readonly Uint8Array[]): { bytes: Uint8Array; digest: string } {
  const { state: bytes, fingerprint } = foldLog(null, updates);
  return { bytes, digest: createHash('sha256').update(fingerprint).digest('hex').slice(0, 32) };
}
