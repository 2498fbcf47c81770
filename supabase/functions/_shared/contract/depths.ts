/**
 * How deep each part of a document stands. A part never moves in Yjs, so its depth is a fact: it does not depend on the
 * order in which updates come, and everybody who measures comes to the same result.
 */

/** A tick of a Yjs client. */
export interface Id {
  readonly client: number;
  readonly clock: number;
}

/** A struct whose place is not known yet. Neighbours stand in the same parent. */
export interface Waiting extends Id {
  readonly length: number;
  readonly left: Id | null;
  readonly right: Id | null;
  readonly parent: Id | null;
}

/** Null while something that it stands on is not known. Children of a root stand at depth 1. */
export function depthOf({ left, right, parent }: Waiting, find: (id: Id) => number | null): number | null {
  const beside = left === null ? 1 : find(left);
  const before = right === null ? 1 : find(right);
  const ground = parent === null ? 0 : find(parent);
  if (beside === null || before === null || ground === null) return null;
  return Math.max(beside, before, ground + 1);
}

interface Run {
  clock: number;
  /** The clock after the last tick. */
  end: number;
  readonly depth: number;
}

/** Runs of ticks of one depth, per client and in order; text typed in one place is one run. */
export class Depths {
  readonly #clients = new Map<number, Run[]>();

  find({ client, clock }: Id): number | null {
    const runs = this.#clients.get(client);
    const run = runs?.[firstEndingAfter(runs, clock)];
    return run !== undefined && run.clock <= clock ? run.depth : null;
  }

  /** What is known already stays as it is. */
  add({ client, clock }: Id, length: number, depth: number): void {
    let runs = this.#clients.get(client);
    if (runs === undefined) this.#clients.set(client, (runs = []));
    const end = clock + length;
    let at = firstEndingAfter(runs, clock);
    for (let from = clock; from < end; at += 1) {
      const next = runs[at];
      const to = Math.min(end, next?.clock ?? end);
      if (from < to) at += insert(runs, at, { clock: from, end: to, depth });
      from = Math.max(to, next?.end ?? end);
    }
  }

  addAll(other: Depths): void {
    for (const [client, runs] of other.#clients)
      for (const { clock, end, depth } of runs) this.add({ client, clock }, end - clock, depth);
  }
}

/** Lengthens the run before when it can; answers how many runs there are more. */
function insert(runs: Run[], at: number, run: Run): number {
  const before = runs[at - 1];
  if (before?.end === run.clock && before.depth === run.depth) {
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
