/**
 * The place of each struct of a document: its depth, its parent, and whether it holds a cell span. A Yjs struct never moves. So
 * its place does not depend on the order of updates, and every client and the server compute the same one.
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
  /** Name of the parent, and of the attribute; null when it is unknown or there is none. */
  readonly holder: string | null;
  readonly key: string | null;
  /** Name of an element, `text` or null: the `holder` of its children. */
  readonly self: string | null;
}

/** A place of which only the depth is known. */
export const unknownAt = (depth: number): Place => ({
  depth,
  isSpan: false,
  holder: null,
  key: null,
  self: null,
});

/** A struct whose place is unknown so far. Its neighbours have the same parent. */
export interface Waiting extends Id {
  readonly length: number;
  readonly left: Id | null;
  readonly right: Id | null;
  readonly parent: Id | null;
  /** Names of its parent root, its attribute and itself; a struct with a neighbour has only the last. */
  readonly root: string | null;
  readonly key: string | null;
  readonly self: string | null;
  /** Whether its key is `colspan` or `rowspan`; false when it has a neighbour, because it then has no key. */
  readonly isSpan: boolean;
  /** Its value would be above the limit of a cell span, or no number. */
  readonly isTooWide: boolean;
}

export type FindPlace = (id: Id) => Place | null;

/** The text inside the deepest element is one level deeper. */
const DEEPEST = MAX_DEPTH + 2;

const ROOT = unknownAt(0);
const TOP = unknownAt(1);

/** Null while a neighbour or the parent is unknown. */
export function placeOf(struct: Waiting, find: FindPlace): Place | null {
  const { left, right, parent, isSpan } = struct;
  const beside = left === null ? TOP : find(left);
  const before = right === null ? TOP : find(right);
  const ground = parent === null ? ROOT : find(parent);
  if (beside === null || before === null || ground === null) return null;
  // Yjs chooses the parent in the same way.
  const neighbour = left === null ? before : beside;
  const isFirst = left === null && right === null;
  return {
    depth: Math.max(beside.depth, before.depth, ground.depth + 1),
    isSpan: isSpan || beside.isSpan || before.isSpan,
    holder: isFirst ? (struct.root ?? ground.self) : neighbour.holder,
    key: isFirst ? struct.key : neighbour.key,
    self: struct.self,
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
  add({ client, clock }: Id, length: number, { depth, isSpan, holder, key, self }: Place): void {
    let runs = this.#clients.get(client);
    if (runs === undefined) this.#clients.set(client, (runs = []));
    const end = clock + length;
    let at = firstEndingAfter(runs, clock);
    for (let from = clock; from < end; at += 1) {
      const next = runs[at];
      const to = Math.min(end, next?.clock ?? end);
      if (from < to) at += insert(runs, at, { clock: from, end: to, depth, isSpan, holder, key, self });
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
  if (before?.end === run.clock && isSamePlace(before, run)) {
    before.end = run.end;
    return 0;
  }
  runs.splice(at, 0, run);
  return 1;
}

const isSamePlace = (a: Place, b: Place): boolean =>
  a.depth === b.depth &&
  a.isSpan === b.isSpan &&
  a.holder === b.holder &&
  a.key === b.key &&
  a.self === b.self;

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
