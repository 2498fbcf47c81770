/**
 * The actions of a run, derived from its seed before it starts, so that a failing plan can be minimised. Each seed has
 * a random subset of the faults, because some bugs need calm phases to show.
 */
import type { Role } from '#contract/roles.ts';
import { createDice, type Dice } from './dice.ts';

export const FAULTS = [
  'lossy',
  'partition',
  'freeze',
  'sleep',
  'crash',
  'power cut',
  'quota',
  'clock jump',
  'token expiry',
  'functions',
  'slow database',
  'outage',
  'rate limit',
  'deaf',
  'roles',
  'removal',
  'schema',
  'folds',
  'prune',
  'second tab',
  'hang',
  'malice',
  'failover',
] as const;
/** Added later: drawn from separate dice, so that older seeds keep their course. */
export const LATER_FAULTS = ['hidden'] as const;
export const LINE_FAULTS = ['cut lines', 'half-open', 'one way'] as const;
export type Fault = (typeof FAULTS)[number] | (typeof LATER_FAULTS)[number] | (typeof LINE_FAULTS)[number];

export interface Action {
  readonly atMs: number;
  readonly kind: Fault | 'write' | 'close';
  /** Index in the list of people; some actions ignore it. */
  readonly who: number;
  readonly forMs: number;
  /** A number in [0, 1) whose meaning depends on the action. */
  readonly how: number;
}

export interface Person {
  readonly name: string;
  readonly userId: string;
  readonly role: Role;
  readonly isDurable: boolean;
  readonly arrivesMs: number;
}

export interface Plan {
  readonly seed: number;
  readonly people: readonly Person[];
  readonly durationMs: number;
  readonly foldEvery: number;
  readonly pruneKeepMs: number;
  readonly faults: readonly Fault[];
  readonly actions: readonly Action[];
  /**
   * Time at which a page's copy of the document silently loses a word, if any does. Not combined with forged frames, which
   * keep pages waiting for the log.
   */
  readonly decay: { readonly atMs: number; readonly who: number } | null;
  readonly signing: Signing;
}

/** Which pages sign their frames, once they seem to have more readers than `maxProofs`. */
export interface Signing {
  readonly pages: 'all' | 'some' | 'none';
  readonly maxProofs: number;
}

const MINUTE = 60_000;

/** Concentrates a run on certain faults, repeated within a few minutes. */
export interface Focus {
  /** Any faults, if left out. */
  readonly faults?: readonly Fault[];
  /** A copy of the document silently loses a word. */
  readonly decays?: boolean;
  /** No device has a durable store. */
  readonly diskless?: boolean;
  readonly signing?: Signing['pages'];
}

export function makePlan(seed: number, focus: Focus | null = null): Plan {
  const dice = createDice(seed, 'plan');
  const durationMs = (focus ? dice.between(0.5, 6) : dice.between(14, 86)) * MINUTE;
  const faults = focus?.faults ?? FAULTS.filter(() => dice.hits(0.35));
  const later = createDice(seed, 'later faults');
  const laterFaults = focus ? [] : LATER_FAULTS.filter(() => later.hits(0.35));
  const lines = createDice(seed, 'line faults');
  const lineFaults = focus ? [] : LINE_FAULTS.filter(() => lines.hits(0.35));
  const people = makePeople(dice, Math.min(5 * MINUTE, durationMs / 2), focus?.diskless ?? false);
  const actions = [
    ...makeWriting(dice, people, durationMs, focus ? 4 : 1),
    ...faults.flatMap((kind) => makeFaults(dice, kind, people, durationMs, focus !== null)),
    ...laterFaults.flatMap((kind) => makeFaults(later, kind, people, durationMs, false)),
    ...lineFaults.flatMap((kind) => makeFaults(lines, kind, people, durationMs, false)),
  ];
  return {
    seed,
    people,
    durationMs,
    foldEvery: dice.whole(10, 200),
    pruneKeepMs: dice.between(0, focus ? 0.03 : 20) * MINUTE,
    faults: [...faults, ...laterFaults, ...lineFaults],
    actions: actions.sort((a, b) => a.atMs - b.atMs),
    signing: makeSigning(createDice(seed, 'signing'), focus),
    decay: makeDecay(createDice(seed, 'decay'), focus, { faults, people, durationMs }),
  };
}

function makeSigning(dice: Dice, focus: Focus | null): Signing {
  const pages = dice.pick(['all', 'all', 'some', 'none'] as const);
  return { pages: focus?.signing ?? pages, maxProofs: dice.pick([0, 0, 1, 2]) };
}

function makeDecay(
  dice: Dice,
  focus: Focus | null,
  { faults, people, durationMs }: Pick<Plan, 'faults' | 'people' | 'durationMs'>,
): Plan['decay'] {
  if (focus?.decays)
    return { atMs: durationMs * dice.between(0.3, 0.9), who: dice.whole(0, people.length - 1) };
  return !focus && !faults.includes('malice') && dice.hits(0.3)
    ? { atMs: dice.between(MINUTE, durationMs), who: dice.whole(0, people.length - 1) }
    : null;
}

function makePeople(dice: Dice, latestMs: number, isDiskless: boolean): Person[] {
  const number = dice.pick([1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 12]);
  return Array.from({ length: number }, (_, at): Person => ({
    name: `device ${at}`,
    userId: `user ${at}`,
    role: at === 0 ? 'owner' : dice.hits(0.15) ? 'viewer' : 'editor',
    isDurable: dice.hits(0.85) && !isDiskless,
    arrivesMs: dice.hits(0.7) ? dice.between(0, 3000) : dice.between(0, latestMs),
  }));
}

/** Bursts of typing with pauses; sometimes a user closes the document and returns. */
function makeWriting(dice: Dice, people: readonly Person[], durationMs: number, hurry: number): Action[] {
  const bursts = Math.ceil((durationMs / MINUTE) * dice.between(0.2, 0.7) * hurry);
  const actions: Action[] = [];
  for (let burst = 0; burst < bursts; burst += 1) {
    const atMs = dice.between(2000, durationMs);
    const together = dice.hits(0.5) ? dice.whole(1, Math.min(4, people.length)) : 1;
    for (let each = 0; each < together; each += 1) {
      const who = dice.whole(0, people.length - 1);
      actions.push({
        atMs: atMs + dice.between(0, 3000),
        kind: 'write',
        who,
        forMs: dice.between(500, 12_000),
        how: dice.chance(),
      });
    }
    if (dice.hits(0.1)) {
      const who = dice.whole(0, people.length - 1);
      const forMs = dice.between(1000, 4 * MINUTE);
      actions.push({ atMs: atMs + dice.between(0, 8000), kind: 'close', who, forMs, how: dice.chance() });
    }
  }
  return actions;
}

/** Frequency per hour, and duration. */
const HABITS: Readonly<Record<Fault, readonly [perHour: number, shortestMs: number, longestMs: number]>> = {
  lossy: [8, MINUTE, 10 * MINUTE],
  partition: [12, 2000, 4 * MINUTE],
  freeze: [10, 5000, 10 * MINUTE],
  sleep: [0.4, 10 * MINUTE, 480 * MINUTE],
  crash: [12, 1000, 3 * MINUTE],
  'power cut': [8, 5000, 3 * MINUTE],
  quota: [6, 10_000, 5 * MINUTE],
  'clock jump': [6, 0, 0],
  'token expiry': [6, 5000, 6 * MINUTE],
  functions: [8, 10_000, 5 * MINUTE],
  'slow database': [6, 10_000, 3 * MINUTE],
  outage: [5, 5000, 8 * MINUTE],
  'rate limit': [8, 0, 0],
  deaf: [6, 10_000, 5 * MINUTE],
  roles: [5, 5000, 5 * MINUTE],
  removal: [3, 10_000, 5 * MINUTE],
  schema: [1, 0, 0],
  folds: [15, 0, 0],
  prune: [10, 0, 0],
  'second tab': [5, 5000, 10 * MINUTE],
  hang: [4, 5000, 2 * MINUTE],
  malice: [20, 0, 0],
  failover: [5, 2000, 45_000],
  hidden: [8, 5000, 15 * MINUTE],
  'cut lines': [3, 10_000, 40_000],
  'half-open': [8, 0, 0],
  'one way': [6, 10_000, 2 * MINUTE],
};

function makeFaults(
  dice: Dice,
  kind: Fault,
  people: readonly Person[],
  durationMs: number,
  isFocused: boolean,
): Action[] {
  const [perHour, shortestMs, longestMs] = HABITS[kind];
  const expected = isFocused
    ? dice.between(2, 10)
    : perHour * (durationMs / (60 * MINUTE)) * dice.between(0.3, 1.7);
  const times = Math.floor(expected) + (dice.hits(expected % 1) ? 1 : 0);
  return Array.from({ length: times }, (): Action[] => {
    const atMs = dice.between(3000, durationMs);
    const who = dice.whole(0, people.length - 1);
    const forMs = shortestMs * (longestMs / Math.max(1, shortestMs)) ** dice.chance();
    const action = { atMs, kind, who, forMs, how: dice.chance() };
    if (!dice.hits(isFocused ? 0.9 : 0.4)) return [action];
    // A fault in the middle of a burst.
    const startMs = atMs - dice.between(0, 4000);
    return [
      action,
      { atMs: startMs, kind: 'write', who, forMs: dice.between(1000, 6000), how: dice.chance() },
    ];
  }).flat();
}
