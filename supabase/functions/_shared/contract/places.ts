/**
 * Where each part of a document stands: how deep, and whether it says how many cells of a table one takes. A part never
 * moves in Yjs, so its place is a fact: it does not depend on the order in which updates come, and everybody who
 * measures comes to the same result.
 */
import { MAX_DEPTH } from './limits.ts';

/** A tick of a Yjs client. */
export interface Id {
  readonly client: number;
  readonly clock: number;
}

export interface Place {
  /** Children of a root stand at depth 1. */
  readonly depth: number;
  /** `colspan` or `rowspan`. A value that replaces another does not name its attribute: it stands where that one does. */
  readonly isSpan: boolean;
}

/** A struct whose place is not known yet. Neighbours stand in the same parent. */
export interface Waiting extends Id {
  readonly length: number;
  readonly left: Id | null;
  readonly right: Id | null;
  readonly parent: Id | null;
  /** By the name that it is written under; false when it has a neighbour to be known by. */
  readonly isSpan: boolean;
  /** More than a cell may span, or no number at all. */
  readonly isTooWide: boolean;
}

export type FindPlace = (id: Id) => Place | null;

/** The text inside the deepest element is one more. */
const DEEPEST = MAX_DEPTH + 2;

const ROOT: Place = { depth: 0, isSpan: false };
const TOP: Place = { depth: 1, isSpan: false };

/** Null while something that it stands on is not known. */
export function placeOf({ left, right, parent, isSpan }: Waiting, find: FindPlace): Place | null {
  const beside = left === null ? TOP : find(left);
  const before = right === null ? TOP : find(right);
  const ground = parent === null ? ROOT : find(parent);
  if (beside === null || before === null || ground === null) return null;
  return {
    depth: Math.max(beside.depth, before.depth, ground.depth + 1),
    isSpan: isSpan || beside.isSpan || before.isSpan,
  };
}

/** What no editor survives. */
export const isRefused = ({ isTooWide }: Waiting, { depth, isSpan }: Place): boolean =>
  depth > DEEPEST || (isSpan && isTooWide);

interface Run extends Place {
  clock: number;
  /** The clock after the last tick. */
  end: number;
}

/** Runs of ticks at one place, per client and in order; text typed in one place is one run. */
export class Places {
  readonly #clients = new Map<number, Run[]>();

  find({ client, clock }: Id): Place | null {
    const runs = this.#clients.get(client);
    const run = runs?.[firstEndingAfter(runs, clock)];
    return run !== undefined && run.clock <= clock ? run : null;
  }

  /** What is known already stays as it is. */
  add({ client, clock }: Id, length: number, { depth, isSpan }: Place): void {
    let runs = this.#clients.get(client);
    if (runs === undefined) this.#clients.set(client, (runs = []));
    const end = clock + length;
    let at = firstEndingAfter(runs, clock);
    for (let from = clock; from < end; at += 1) {
      const next = runs[at];
      const to = Math.min(end, next?.clock ?? end);
      if (from < to) at += insert(runs, at, { clock: from, end: to, depth, isSpan });
      from = Math.max(to, next?.end ?? end);
    }
  }

  addAll(other: Places): void {
    for (const [client, runs] of other.#clients)
      for (const run of runs) this.add({ client, clock: run.clock }, run.end - run.clock, run);
  }
}

/** Lengthens the run before when it can; answers how many runs there are more. */
function insert(runs: Run[], at: number, run: Run): number {
  const before = runs[at - 1];
  if (before?.end === run.clock && before.depth === run.depth && before.isSpan === run.isSpan) {
    before.end = run.end;
    return 0;
  }
  runs.splice(at, 0, run);
  return 1;
}

function firstEndingAfter(runs: readonly Run[], clock: number): number {
  let [low, high] = [0, runs.length];
  // Almost always it is the newest.
  if (high > 0 && runs[high - 1]!.end <= clock) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle]!.end <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
