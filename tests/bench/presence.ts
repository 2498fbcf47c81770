/**
 * `npm run bench -- presence [--people 2,10,50,100] [--seconds 20] [--plan free]`: measures the cost and latency of presence.
 * People rest; click once in ten seconds; type, ten at most; or follow a person who scrolls, ten at most. It counts messages
 * as billed (one for a sent message and one for each receiver) and their bytes, by person and minute. It also measures the
 * time until others see a caret, and counts the lanes that the server closed, also during the join.
 *
 * The servers are one process; the users share four, on the same cores.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Addresses, Plan } from './load-servers.ts';
import { DOES, type Counted, type Does, type Move, type Order } from './presence-people.ts';
import { summarize, type Latency } from './summarize.ts';
import { answerOf, sendOrder } from './workers.ts';

const PROCESSES = 4;
const MOST_ACTIVE: Readonly<Record<Does, number>> = { idle: 0, reading: 1000, typing: 10, following: 11 };
const ALLOWANCES: Readonly<Record<Plan, number>> = { generous: 100_000, free: 100 };
/** Time for sent messages to arrive. */
const SETTLE_MS: Readonly<Record<Plan, number>> = { generous: 2000, free: 8000 };

/** After joining: carets are shown to all and repeated (PROTOCOL.md, A3a, A7a). */
const REST_MS = 60_000;

export interface MeasuredPresence extends Latency {
  readonly plan: Plan;
  readonly people: number;
  readonly does: Does;
  readonly eventsPerPersonMinute: number;
  readonly bytesPerPersonMinute: number;
  readonly closed: readonly string[];
}

interface Crew {
  readonly servers: ChildProcess;
  readonly workers: readonly ChildProcess[];
  /** Users in each process. */
  readonly sizes: readonly number[];
}

const order = <T = null>(worker: ChildProcess, what: Order): Promise<T> => sendOrder<T>(worker, what);

const orderAll = <T = null>({ workers }: Crew, what: (at: number) => Order): Promise<T[]> =>
  Promise.all(workers.map((worker, at) => order<T>(worker, what(at))));

async function openCrew(people: number, plan: Plan): Promise<Crew> {
  const script = (name: string): string => new URL(name, import.meta.url).pathname;
  const servers = fork(script('./load-servers.ts'), [plan]);
  const addresses = await answerOf<Addresses>(servers);
  const count = Math.min(PROCESSES, people);
  const sizes = Array.from({ length: count }, (_, at) => Math.floor((people + at) / count));
  const crew = { servers, workers: sizes.map(() => fork(script('./presence-people.ts'))), sizes };
  const userIds = await orderAll<string[]>(crew, (at) => ({
    kind: 'sign up',
    people: sizes[at] ?? 0,
    addresses,
  }));
  const documentId = await order<string>(crew.workers[0]!, { kind: 'create document' });
  const admitted = answerOf(servers);
  servers.send({ documentId, userIds: userIds.flat() });
  await admitted;
  await orderAll(crew, () => ({ kind: 'open', documentId, eventsPerSecond: ALLOWANCES[plan] }));
  await orderAll(crew, () => ({ kind: 'wait until ready', people }));
  await order(crew.workers[0]!, { kind: 'make paragraphs', people });
  await orderAll(crew, (at) => ({ kind: 'find paragraphs', offset: startOf(crew, at) }));
  return crew;
}

/** The number of users in the processes before. */
const startOf = ({ sizes }: Crew, at: number): number =>
  sizes.slice(0, at).reduce((sum, size) => sum + size, 0);

async function closeCrew(crew: Crew): Promise<void> {
  await orderAll(crew, () => ({ kind: 'leave' }));
  for (const worker of crew.workers) worker.disconnect();
  const gone = new Promise<void>((resolve) => {
    crew.servers.once('exit', () => resolve());
  });
  crew.servers.disconnect();
  await gone;
}

/** The first users of each process in turn, so that no process has them all. */
function chooseActive({ sizes }: Crew, most: number): readonly (readonly number[])[] {
  const chosen = sizes.map((): number[] => []);
  const dealt = Array.from({ length: Math.max(...sizes) }, (_, row) => row).flatMap((row) =>
    sizes.flatMap((size, at) => (row < size ? [[at, row] as const] : [])),
  );
  for (const [at, row] of dealt.slice(0, most)) chosen[at]?.push(row);
  return chosen;
}

async function measure(crew: Crew, does: Does, plan: Plan, seconds: number): Promise<MeasuredPresence> {
  const joining = await orderAll<Counted>(crew, () => ({ kind: 'count' }));
  const active = chooseActive(crew, MOST_ACTIVE[does]);
  const durationMs = 1000 * seconds;
  await orderAll(crew, (at) => ({ kind: 'do', does, active: active[at] ?? [], durationMs }));
  await sleep(SETTLE_MS[plan]);
  const counted = await orderAll<Counted>(crew, () => ({ kind: 'count' }));
  const people = startOf(crew, crew.sizes.length);
  const sum = (read: (one: Counted) => number): number => counted.reduce((all, one) => all + read(one), 0);
  const perPersonMinute = 60 / (people * (seconds + SETTLE_MS[plan] / 1000));
  return {
    ...{ plan, people, does },
    ...summarize(latenciesOf(counted)),
    eventsPerPersonMinute: sum(({ events }) => events) * perPersonMinute,
    bytesPerPersonMinute: sum(({ bytes }) => bytes) * perPersonMinute,
    closed: [...joining, ...counted].flatMap(({ closed }) => closed),
  };
}

/** From each move of a caret until a user first sees that caret there, or further on. */
function latenciesOf(counted: readonly Counted[]): number[] {
  const moves = new Map<number, Move[]>();
  for (const move of counted.flatMap((one) => one.moves))
    moves.set(move[0], [...(moves.get(move[0]) ?? []), move]);
  return counted.flatMap(({ seen }) => seen).flatMap((list) => lateIn(list, moves));
}

function lateIn(list: readonly Move[], moves: ReadonlyMap<number, readonly Move[]>): number[] {
  const waiting = new Map([...moves].map(([client, all]) => [client, [...all]]));
  return list.flatMap(([client, clock, atMs]) => {
    const open = waiting.get(client) ?? [];
    const arrived = open.filter(([, wanted, sentMs]) => wanted <= clock && sentMs <= atMs);
    waiting.set(
      client,
      open.filter((move) => !arrived.includes(move)),
    );
    return arrived.map(([, , sentMs]) => atMs - sentMs);
  });
}

export interface PresenceArguments {
  readonly people?: string | undefined;
  readonly seconds?: string | undefined;
  readonly plan?: string | undefined;
}

export async function runPresence(values: PresenceArguments): Promise<MeasuredPresence[]> {
  const all: MeasuredPresence[] = [];
  const plans: readonly Plan[] =
    values.plan === 'free' || values.plan === 'generous' ? [values.plan] : ['generous', 'free'];
  for (const plan of plans) {
    const sizes = (values.people ?? (plan === 'free' ? '2,10,50' : '2,10,50,100')).split(',').map(Number);
    for (const people of sizes) {
      const crew = await openCrew(people, plan);
      await sleep(REST_MS);
      for (const does of DOES) {
        const measured = await measure(crew, does, plan, Number(values.seconds ?? 20));
        all.push(measured);
        process.stdout.write(`${rowOf(measured)}\n`);
      }
      await closeCrew(crew);
    }
  }
  return all;
}

function rowOf({ plan, people, does, p50Ms, p95Ms, closed, ...cost }: MeasuredPresence): string {
  const caret = Number.isNaN(p50Ms) ? '' : `caret p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms`;
  return [
    `${people} people, ${does}, ${plan}`.padEnd(34),
    `${cost.eventsPerPersonMinute.toFixed(1)} events`.padStart(14),
    `${(cost.bytesPerPersonMinute / 1024).toFixed(1)} KiB by person and minute`.padStart(34),
    `${closed.length} lanes closed`,
    ...new Set(closed),
    caret,
  ]
    .filter((part) => part !== '')
    .join('  ');
}
