/** The faults of a line during a round, decided in advance by a seed. */
import { BOTH_WAYS, type Line, type Way } from './open-line.ts';

export const KINDS = ['cut', 'refused', 'frozen', 'half-open', 'socket only', 'requests only'] as const;
export type Kind = (typeof KINDS)[number];

export interface Fault {
  readonly atMs: number;
  readonly strike: (line: Line) => void;
}

/**
 * A page may differ from the log for 3 s or 15 s after the return of its line, plus the time of its consecutive requests. These
 * take no time on an idle machine, and seconds on a busy one.
 */
export function limitMs(kind: Kind, requestMs: number): number {
  return (kind === 'half-open' ? 15_000 : 3000) + REQUESTS_IN_A_ROW * requestMs;
}

/** A poll, an append, the poll and the pull of a peer, and a join. */
const REQUESTS_IN_A_ROW = 5;

const CUT_EVERY_MS = 5000;
const FREEZE_EVERY_MS = 14_000;
type Mode = 'cut' | 'refused' | 'frozen';
const MODES: readonly Mode[] = ['cut', 'refused', 'frozen'];

/** Times differ between the lines of a round. The last fault of a line may last until the round ends. */
export function planFaults(kind: Kind, chance: () => number, durationMs: number): Fault[] {
  if (kind === 'half-open') {
    const freeze = (line: Line): void => line.freeze(BOTH_WAYS);
    return regularly(FREEZE_EVERY_MS, chance, durationMs, freeze);
  }
  const ways: readonly Way[] =
    kind === 'socket only' ? ['socket'] : kind === 'requests only' ? ['requests'] : BOTH_WAYS;
  const mode = MODES.find((each) => each === kind) ?? MODES[Math.floor(chance() * MODES.length)]!;
  if (mode === 'cut') return regularly(CUT_EVERY_MS, chance, durationMs, (line) => line.cut(ways));
  return byTurns(chance, durationMs, (line) => (mode === 'refused' ? line.refuse(ways) : line.stall(ways)));
}

function regularly(
  everyMs: number,
  chance: () => number,
  durationMs: number,
  strike: Fault['strike'],
): Fault[] {
  const faults: Fault[] = [];
  for (let atMs = everyMs * (0.2 + 0.8 * chance()); atMs < durationMs; atMs += everyMs)
    faults.push({ atMs, strike });
  return faults;
}

/** Two to five seconds of a good line, then one to fifteen of a bad one. */
function byTurns(chance: () => number, durationMs: number, strike: Fault['strike']): Fault[] {
  const faults: Fault[] = [];
  for (let atMs = 2000 + 3000 * chance(); atMs < durationMs;) {
    const healedAtMs = atMs + 1000 + 14_000 * chance() ** 2;
    faults.push({ atMs, strike }, { atMs: healedAtMs, strike: (line) => line.heal() });
    atMs = healedAtMs + 2000 + 3000 * chance();
  }
  return faults.filter(({ atMs }) => atMs < durationMs);
}
