/**
 * The place of each struct of a document: its depth, and whether it holds a cell span. A Yjs struct never moves, so its
 * place does not depend on the order of updates, and every client and the server compute the same one.
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
  /** A `colspan` or `rowspan`. A replacing value does not name its attribute; it has its neighbour's place. */
  readonly isSpan: boolean;
}

/** A struct whose place is unknown so far. Its neighbours have the same parent. */
export interface Waiting extends Id {
  readonly length: number;
  readonly left: Id | null;
  readonly right: Id | null;
  readonly parent: Id | null;
  /** Whether its key is `colspan` or `rowspan`; false when it has a neighbour, because it then has no key. */
  readonly isSpan: boolean;
  /** As a cell span, its value would be above the limit or not a number. */
  readonly isTooWide: boolean;
}

export type FindPlace = (id: Id) => Place | null;

/** The text inside the deepest element is one more. */
const DEEPEST = MAX_DEPTH + 2;

const ROOT: Place = { depth: 0, isSpan: false };
const TOP: Place = { depth: 1, isSpan: false };

/** Null while a neighbour or the parent is unknown. */
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

/** A struct that would freeze or crash an editor. */
export const isRefused = ({ isTooWide }: Waiting, { depth, isSpan }: Place): boolean =>
  depth > DEEPEST || (isSpan && isTooWide);

interface Run extends Place {
  clock: number;
  /** The clock after the last tick. */
  end: number;
}

/** Runs of ticks at one place, per client and in order. Continuous typing in one place is one run. */
export class Places {
  readonly #clients = new Map<number, Run[]>();

  find({ client, clock }: Id): Place | null {
    const runs = this.#clients.get(client);
    const run = runs?.[firstEndingAfter(runs, clock)];
    return run !== undefined && run.clock <= clock ? run : null;
  }

  /** Ticks that have a place already keep it. */
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

/** Extends the previous run where possible; returns the number of added runs. */
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
  // Fast path: almost always the tick follows the last run.
  if (high > 0 && runs[high - 1]!.end <= clock) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle]!.end <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
