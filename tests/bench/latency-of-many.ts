/**
 * Measures the latency of a character among two, three, ten and fifty users, with one or all of them typing six keys a second.
 * It goes through the provider and the embedded Supabase, while it is also saved. Alternating in the same run, it goes through
 * a bare `ws` relay and y-websocket. Then it measures the provider alone under the limits of Supabase's free plan, also in
 * three rooms at once, and counts the lanes that the server closed.
 *
 * The servers share one process. The users share a few processes, the same for all three ways: these are slower than as
 * many computers, but equally for each way.
 *
 * Also counts the bytes on the sockets for one key, and for one key and reader.
 *
 *     npm run bench -- load [--people 2,10] [--rounds 3] [--seconds 5] [--plan free]
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Addresses, Plan } from './load-servers.ts';
import type { Arrival, Collected, Order } from './load-people.ts';
import { WAYS, type Way } from './load-ways.ts';
import { summarize, type Latency } from './summarize.ts';
import { answerOf, sendOrder } from './workers.ts';

const PROCESSES = 4;
const ALLOWANCES: Readonly<Record<Plan, number>> = { generous: 100_000, free: 100 };
const SETTLE_MS: Readonly<Record<Plan, number>> = { generous: 1500, free: 8000 };
/** Start times are spread, since a process with a dozen users receives nothing while it types for all of them. */
const BEGIN_MS: Readonly<Record<Plan, number>> = { generous: 160, free: 5000 };
/** Half of the period over which Realtime averages rates, so that short bursts do not hide the limit. */
const FREE_SECONDS = 30;
const ROOMS = 3;
const PEOPLE_OF_ROOM = 4;

export interface LoadOptions {
  readonly people: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly plans: readonly Plan[];
}

export interface Measured extends Latency {
  readonly people: number;
  readonly rooms: number;
  readonly typing: 'one' | 'all';
  readonly plan: Plan;
  readonly way: Way;
  /** p50 divided by that of y-websocket; the median of the rounds. */
  readonly ratio: number | null;
  /** Characters that had not arrived at a user some seconds after the last was typed. */
  readonly missing: number;
  readonly closed: readonly string[];
  /** Bytes that a typing user's socket sends for one key, everything else on it included. */
  readonly upPerKey: number;
  /** Bytes that the socket of one reader receives for one key. */
  readonly downPerKey: number;
}

interface Crew {
  readonly servers: ChildProcess;
  readonly workers: readonly ChildProcess[];
  /** User ids by process. */
  readonly userIds: readonly (readonly string[])[];
}

interface Sample extends Pick<Measured, 'upPerKey' | 'downPerKey'> {
  readonly latencies: readonly number[];
  readonly missing: number;
  readonly closed: readonly string[];
}

const script = (name: string): string => new URL(name, import.meta.url).pathname;

const order = <T = null>(worker: ChildProcess, what: Order): Promise<T> => sendOrder<T>(worker, what);

/** The number of users in one process; the first processes get the remainder. */
const shareOf = (people: number, processes: number, at: number): number =>
  Math.floor(people / processes) + (at < people % processes ? 1 : 0);

async function openCrew(people: number, plan: Plan): Promise<Crew> {
  const servers = fork(script('./load-servers.ts'), [plan]);
  const addresses = await answerOf<Addresses>(servers);
  const workers = Array.from({ length: Math.min(PROCESSES, people) }, () => fork(script('./load-people.ts')));
  const signUp = (at: number): Order => ({
    kind: 'sign up',
    people: shareOf(people, workers.length, at),
    addresses,
  });
  const userIds = await Promise.all(workers.map((worker, at) => order<string[]>(worker, signUp(at))));
  return { servers, workers, userIds };
}

function closeCrew({ servers, workers }: Crew): Promise<void> {
  for (const worker of workers) worker.disconnect();
  const gone = new Promise<void>((resolve) => {
    servers.once('exit', () => resolve());
  });
  servers.disconnect();
  return gone;
}

async function createDocument({ servers, workers, userIds }: Crew): Promise<string> {
  const [first] = workers;
  if (!first) throw new Error('there are no workers');
  const documentId = await order<string>(first, { kind: 'create document' });
  const admitted = answerOf(servers);
  servers.send({ documentId, userIds: userIds.flat() });
  await admitted;
  return documentId;
}

const orderAll = <T = null>({ workers }: Crew, what: (at: number) => Order): Promise<T[]> =>
  Promise.all(workers.map((worker, at) => order<T>(worker, what(at))));

/** Opens the seats of all users at once: user `n` goes to room `n` modulo the number of rooms. */
async function seatAll(crew: Crew, plan: Plan, ways: readonly Way[], rooms: number): Promise<void> {
  const documentIds: string[] = [];
  for (let room = 0; room < rooms; room += 1) documentIds.push(await createDocument(crew));
  let dealt = 0;
  const dealRooms = (people: number): string[] =>
    Array.from({ length: people }, () => documentIds[dealt++ % rooms] ?? '');
  const dealtTo = crew.userIds.map((users) => dealRooms(users.length));
  const eventsPerSecond = ALLOWANCES[plan];
  await orderAll(crew, (at) => ({ kind: 'open', documentIds: dealtTo[at] ?? [], ways, eventsPerSecond }));
  await orderAll(crew, () => ({ kind: 'wait until ready' }));
  const people = crew.userIds.flat().length;
  if (crew.workers[0]) await order(crew.workers[0], { kind: 'make paragraphs', rooms, people });
  const offsets = crew.userIds.map((_, at) => crew.userIds.slice(0, at).flat().length);
  await orderAll(crew, (at) => ({ kind: 'find paragraphs', offset: offsets[at] ?? 0 }));
}

async function type(crew: Crew, typing: Measured['typing'], way: Way, plan: Plan, seconds: number) {
  const typistsAt = (at: number): number[] => {
    if (typing === 'one') return at === 0 ? [0] : [];
    return (crew.userIds[at] ?? []).map((_, person) => person);
  };
  const durationMs = seconds * 1000;
  const beginMs = BEGIN_MS[plan];
  await orderAll(crew, (at) => ({ kind: 'type', way, typists: typistsAt(at), durationMs, beginMs }));
  await sleep(SETTLE_MS[plan]);
  return readSample(await orderAll<Collected>(crew, () => ({ kind: 'collect', way })));
}

/** Matches arrivals with keystrokes. `missing` assumes that each user but the author receives every character. */
function readSample(collected: readonly Collected[]): Sample {
  const typedAtMs = new Map(
    collected.flatMap(({ typed }) => typed.map(([id, clock, atMs]) => [`${id} ${clock}`, atMs] as const)),
  );
  const latencies: number[] = [];
  const take = ([clientId, from, to, atMs]: Arrival): void => {
    for (let clock = from; clock < to; clock += 1) {
      const typedMs = typedAtMs.get(`${clientId} ${clock}`);
      if (typedMs !== undefined) latencies.push(atMs - typedMs);
    }
  };
  const arrived = collected.flatMap((each) => each.arrived);
  for (const arrivals of arrived) arrivals.forEach(take);
  const readers = arrived.length - 1;
  const sum = (of: 'up' | 'down'): number => collected.reduce((all, { bytes }) => all + bytes[of], 0);
  return {
    latencies,
    missing: typedAtMs.size * readers - latencies.length,
    upPerKey: sum('up') / typedAtMs.size,
    downPerKey: sum('down') / (typedAtMs.size * readers),
    closed: collected.flatMap(({ closed }) => closed),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Measures all three ways, alternating in each round. */
async function compare(crew: Crew, people: number, typing: Measured['typing'], options: LoadOptions) {
  const samples = new Map<Way, Sample[]>(WAYS.map((way) => [way, []]));
  for (let round = 0; round < options.rounds; round += 1)
    for (const way of WAYS)
      samples.get(way)?.push(await type(crew, typing, way, 'generous', options.seconds));
  const p50s = (way: Way): number[] =>
    (samples.get(way) ?? []).map(({ latencies }) => summarize(latencies).p50Ms);
  const [base, ...rest] = [p50s('y-websocket'), p50s('relay'), p50s('spolu')];
  const ratios = new Map([
    ['relay', rest[0]],
    ['spolu', rest[1]],
  ]);
  return WAYS.map((way): Measured => {
    const own = samples.get(way) ?? [];
    const ratio = ratios.get(way)?.map((p50, round) => p50 / (base?.[round] ?? Number.NaN));
    return {
      ...{ people, rooms: 1, typing, plan: 'generous', way },
      ...summarize(own.flatMap(({ latencies }) => latencies)),
      ratio: ratio ? median(ratio) : null,
      missing: own.reduce((sum, { missing }) => sum + missing, 0),
      closed: own.at(-1)?.closed ?? [],
      upPerKey: median(own.map(({ upPerKey }) => upPerKey)),
      downPerKey: median(own.map(({ downPerKey }) => downPerKey)),
    };
  });
}

async function measureGenerous(options: LoadOptions, say: (measured: Measured) => void): Promise<void> {
  for (const people of options.people) {
    const crew = await openCrew(people, 'generous');
    await seatAll(crew, 'generous', WAYS, 1);
    for (const typing of ['one', 'all'] as const)
      for (const measured of await compare(crew, people, typing, options)) say(measured);
    await orderAll(crew, () => ({ kind: 'leave' }));
    await closeCrew(crew);
  }
}

/** Starts a new Realtime, whose average contains no earlier idle time. */
async function measureFree(
  people: number,
  rooms: number,
  typings: readonly Measured['typing'][],
  say: (measured: Measured) => void,
): Promise<void> {
  const crew = await openCrew(people, 'free');
  await seatAll(crew, 'free', ['spolu'], rooms);
  for (const typing of typings) {
    const sample = await type(crew, typing, 'spolu', 'free', FREE_SECONDS);
    say({
      ...{ people, rooms, typing, plan: 'free', way: 'spolu', ratio: null, closed: sample.closed },
      ...summarize(sample.latencies),
      missing: rooms === 1 ? sample.missing : 0,
      upPerKey: sample.upPerKey,
      downPerKey: rooms === 1 ? sample.downPerKey : sample.downPerKey * rooms,
    });
  }
  await orderAll(crew, () => ({ kind: 'leave' }));
  await closeCrew(crew);
}

export async function measureLoad(
  options: LoadOptions,
  say: (measured: Measured) => void,
): Promise<Measured[]> {
  const all: Measured[] = [];
  const take = (measured: Measured): void => {
    all.push(measured);
    say(measured);
  };
  if (options.plans.includes('generous')) await measureGenerous(options, take);
  if (!options.plans.includes('free')) return all;
  for (const people of options.people) await measureFree(people, 1, ['one', 'all'], take);
  await measureFree(ROOMS * PEOPLE_OF_ROOM, ROOMS, ['all'], take);
  return all;
}
