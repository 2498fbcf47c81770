/**
 * A request from a page over the network and an edge function to the database and back. Every step may fail: the
 * request or the reply is lost, the function dies before or after the commit, everything is slow.
 */
import { lintUpdate } from '../../../supabase/functions/_shared/contract/lint-update.ts';
import type { DocumentLog, Outcome } from '#yjs-supabase';
import type { Dice } from '../dice.ts';
import { Later } from '../later.ts';
import type { Schedule } from '../schedule.ts';
import type { Caller, Database } from './database.ts';
import type { Socket } from './realtime.ts';
import type { Writes } from './tables.ts';
import { count, type Counts, type Weather } from './weather.ts';

const TIME_LIMIT_MS = 15_000;
const MAX_UPDATES = 200;
const UNREACHABLE = { ok: false, failure: { kind: 'unreachable' } } as const;

export interface FunctionsOptions {
  readonly schedule: Schedule;
  readonly dice: Dice;
  readonly weather: Weather;
  readonly counts: Counts;
  readonly database: Database;
  /** Called after a committed append, to fold if due. */
  readonly afterAppend: (caller: Caller) => void;
  readonly fold: (caller: Caller) => void;
}

/** The log port of one page. */
export function openLog(socket: Socket, options: FunctionsOptions): DocumentLog {
  const { database } = options;
  const call = <T>(handle: (caller: Caller) => Outcome<T>) => ask(socket, options, handle).asPromise();
  return {
    openSession: (request) => call((caller) => database.openSession(caller, request)),
    load: (request) => call((caller) => database.load(caller, request)),
    head: ({ sessionId, since }) => call((caller) => database.readHead(caller, sessionId, since)),
    fold: () =>
      call((caller) => {
        options.fold(caller);
        return { ok: true, value: null };
      }),
    roster: (_documentId, sessionId) => call((caller) => database.roster(caller, sessionId)),
    append: (request) =>
      call((caller) => {
        if (request.updates.length > MAX_UPDATES)
          return { ok: false, failure: { kind: 'refused', code: 'too_large' } };
        const writes = request.updates.map(lint);
        if (writes.includes('refused'))
          return { ok: false, failure: { kind: 'refused', code: 'update_rejected' } };
        const outcome = database.append(
          caller,
          request,
          writes.filter((each) => each !== 'refused'),
        );
        if (outcome.ok) options.afterAppend(caller);
        return outcome;
      }),
    relay: (request) =>
      call((caller) => {
        const linted = request.updates.map((update) => ({ update, writes: lint(update.bytes) }));
        const clean = linted.flatMap(({ update, writes }) =>
          writes === 'refused' ? [] : [{ update, writes }],
        );
        const updates = clean.map(({ update }) => update);
        const writes = clean.map((each) => each.writes);
        return database.relay(caller, { ...request, updates }, writes);
      }),
  };
}

function lint(update: Uint8Array): Writes | 'refused' {
  const linted = lintUpdate(update);
  if (!linted.ok || linted.written.length > 1) return 'refused';
  return linted.written[0] ?? null;
}

function ask<T>(
  socket: Socket,
  options: FunctionsOptions,
  handle: (caller: Caller) => Outcome<T>,
): Later<Outcome<T>> {
  const { schedule, dice, weather, counts } = options;
  const { line } = socket;
  const later = new Later<Outcome<T>>();
  const isHung = dice.hits(weather.hang);
  if (isHung) count(counts, 'requests never answered');
  const reply = (delayMs: number, outcome: Outcome<T>) => {
    if (!isHung) schedule.after(delayMs, () => socket.deliver(() => later.resolve(outcome)));
  };
  const giveUp = () => reply(TIME_LIMIT_MS, UNREACHABLE);
  const fail = (outcome: Outcome<T>) => {
    count(counts, 'functions killed');
    reply(line.latencyMs, dice.hits(0.5) ? outcome : UNREACHABLE);
  };
  const { connection } = line;
  const isBroken = (): boolean => line.connection !== connection;
  const breakOff = () => {
    count(counts, 'connections broken');
    if (connection < line.frozenBefore) giveUp();
    else reply(0, UNREACHABLE);
  };
  const internal: Outcome<T> = { ok: false, failure: { kind: 'refused', code: 'internal' } };

  function serve(): void {
    if (isBroken() && dice.hits(0.5)) return breakOff();
    if (dice.hits(weather.killBefore)) return fail(internal);
    if (weather.databaseDown) return void reply(dice.between(100, 3000), internal);
    const outcome = handle({ userId: socket.userId, signedIn: line.tokenValid });
    if (dice.hits(weather.killAfter)) return fail(internal);
    goBack(outcome);
  }

  function goBack(outcome: Outcome<T>): void {
    schedule.after(line.latencyMs * dice.between(0.8, 1.5), () => {
      if (isBroken()) return breakOff();
      if (line.down && !dice.hits(weather.loss)) return reply(0, outcome);
      count(counts, 'replies lost');
      if (line.blackHole) giveUp();
      else reply(dice.between(0, 5000), UNREACHABLE);
    });
  }

  if (line.refuses === 'requests') {
    count(counts, 'requests refused');
    reply(dice.between(1, 50), UNREACHABLE);
    return later;
  }
  if (!line.up || dice.hits(weather.loss)) {
    count(counts, 'requests lost');
    if (line.blackHole) giveUp();
    else reply(dice.between(5, 2000), UNREACHABLE);
    return later;
  }
  const slowMs = weather.databaseDelayMs > 0 ? dice.between(0, weather.databaseDelayMs) : 0;
  schedule.after(line.latencyMs * dice.between(0.8, 1.5) + slowMs, serve);
  return later;
}
