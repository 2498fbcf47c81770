/** `npm run bench -- rates` and `-- capacity`: prints the results of `rooms.ts` as they arrive. */
import { measureRooms, startServers, type Crowd, type Rates } from './rooms.ts';
import type { Plan } from './load-servers.ts';

/** The longest acceptable time until *Saved*. */
const SAVED_WITHIN_MS = 2500;
const ROOMS = [2, 5, 10, 20, 40, 60, 80];
const PEOPLE_OF_ROOM = 4;
const SETTLE_S = 5;

const CROWDS: readonly Pick<Crowd, 'people' | 'typists'>[] = [
  { people: 1, typists: 1 },
  { people: 2, typists: 2 },
  { people: 10, typists: 10 },
  { people: 10, typists: 1 },
  { people: 50, typists: 1 },
];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function runRates(
  plans: readonly Plan[],
  seconds: number,
  settleSeconds = SETTLE_S,
): Promise<Rates[]> {
  const all: Rates[] = [];
  for (const plan of plans) {
    const servers = await startServers(plan);
    try {
      for (const crowd of CROWDS) {
        const rates = await measureRooms(servers, { ...crowd, rooms: 1, plan, seconds, settleSeconds });
        all.push(rates);
        print(describeRates(rates));
      }
    } finally {
      servers.close();
    }
  }
  return all;
}

/** Increases the number of rooms until *Saved* takes longer than `SAVED_WITHIN_MS`. */
export async function runCapacity(seconds: number): Promise<Rates[]> {
  const servers = await startServers('generous');
  const all: Rates[] = [];
  try {
    for (const rooms of ROOMS) {
      const crowd = {
        rooms,
        people: PEOPLE_OF_ROOM,
        typists: PEOPLE_OF_ROOM,
        plan: 'generous',
        seconds,
        settleSeconds: SETTLE_S,
      } as const;
      const rates = await measureRooms(servers, crowd);
      all.push(rates);
      print(describeCapacity(rates));
      if (rates.saved.p95Ms > SAVED_WITHIN_MS) break;
    }
  } finally {
    servers.close();
  }
  print(`processor time of the servers grows with the rooms to the power of ${exponentOf(all).toFixed(2)}`);
  return all;
}

function describeRates({ people, typists, plan, closed, ...rates }: Rates): string {
  const calls = Object.entries(rates.calls).map(([name, count]) => `${name} ${count}`);
  return [
    `${people} people, ${typists} typing, ${plan}`.padEnd(30),
    `${rates.functionCallsPerSecond.toFixed(2)} function calls/s`,
    `${rates.requestsPerSecond.toFixed(2)} requests/s`,
    `${rates.messagesPerTypistMinute.toFixed(0)} messages per typist and minute`,
    describeSaved(rates),
    `${closed.length} lanes closed`,
    `(${calls.join(', ')})`,
  ].join('  ');
}

function describeCapacity({ rooms, typists, closed, ...rates }: Rates): string {
  const seconds = rates.keystrokes * (rates.serverMsPerKeystroke / 1000);
  return [
    `${rooms} rooms of ${typists} typists`.padEnd(24),
    describeSaved(rates),
    `${rates.functionCallsPerSecond.toFixed(1)} function calls/s`,
    `${(rates.keystrokes / rates.seconds).toFixed(0)} keystrokes/s`,
    `${rates.walBytesPerKeystroke.toFixed(0)} B of WAL per keystroke`,
    `${rates.serverMsPerKeystroke.toFixed(2)} ms of server time per keystroke (${seconds.toFixed(1)} s)`,
    `${rates.heapMbPerTab.toFixed(2)} MB per tab`,
    `${closed.length} lanes closed`,
  ].join('  ');
}

const describeSaved = ({ saved }: Pick<Rates, 'saved'>): string =>
  `Saved p50 ${saved.p50Ms.toFixed(0)} ms p95 ${saved.p95Ms.toFixed(0)} ms`;

/** The slope of a line through the logarithms of rooms and processor time. */
export function exponentOf(
  all: readonly Pick<Rates, 'rooms' | 'keystrokes' | 'serverMsPerKeystroke'>[],
): number {
  const points = all.map(({ rooms, keystrokes, serverMsPerKeystroke }) => ({
    x: Math.log(rooms),
    y: Math.log(keystrokes * serverMsPerKeystroke),
  }));
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  const meanX = sumOf(points.map(({ x }) => x)) / points.length;
  return sumOf(points.map(({ x, y }) => (x - meanX) * y)) / sumOf(points.map(({ x }) => (x - meanX) ** 2));
}
