/** Aligns two lists of nodes: patience diff (Bram Cohen) between nodes that occur once, Myers' diff in between. */
import { diffArrays } from 'diff';
import type { DocumentNode } from '../text/document-node.ts';

/** Nodes in both lists, as either has them; then those that only the one and only the other has. */
export interface Stretch {
  readonly kept: readonly DocumentNode[];
  readonly keptBefore: readonly DocumentNode[];
  readonly removed: readonly DocumentNode[];
  readonly added: readonly DocumentNode[];
}

/** Beyond this the lists have so little in common that aligning them costs more than it shows. */
const MAX_EDITS = 1000;

/** In order. Nodes with equal keys are the same. */
export function align(
  before: readonly DocumentNode[],
  after: readonly DocumentNode[],
  keyOf: (node: DocumentNode) => string,
): Stretch[] {
  const numbers = new Map<string, number>();
  const numberOf = (node: DocumentNode): number => {
    const key = keyOf(node);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const [left, right] = [before.map(numberOf), after.map(numberOf)];
  const stretches: Stretch[] = [];
  let [at, to] = [0, 0];
  const take = (kept: number, removed: number, added: number): void => {
    const last = stretches.at(-1);
    const isContinued = last !== undefined && last.removed.length + last.added.length === 0;
    const next: Stretch = {
      kept: after.slice(to, to + kept),
      keptBefore: before.slice(at, at + kept),
      removed: before.slice(at + kept, at + kept + removed),
      added: after.slice(to + kept, to + kept + added),
    };
    [at, to] = [at + kept + removed, to + kept + added];
    if (!isContinued) return void stretches.push(next);
    const kepts = {
      kept: [...last.kept, ...next.kept],
      keptBefore: [...last.keptBefore, ...next.keptBefore],
    };
    stretches[stretches.length - 1] = { ...next, ...kepts };
  };
  for (const [atAnchor, toAnchor] of [...findAnchors(left, right), [left.length, right.length] as const]) {
    diffBetween(left.slice(at, atAnchor), right.slice(to, toAnchor), take);
    if (atAnchor < left.length) take(1, 0, 0);
  }
  return stretches;
}

type Take = (kept: number, removed: number, added: number) => void;

function diffBetween(left: readonly number[], right: readonly number[], take: Take): void {
  if (left.length === 0 || right.length === 0) {
    if (left.length + right.length > 0) take(0, left.length, right.length);
    return;
  }
  const runs = diffArrays([...left], [...right], { maxEditLength: MAX_EDITS });
  if (runs === undefined) return take(0, left.length, right.length);
  let [kept, removed, added] = [0, 0, 0];
  for (const run of runs) {
    if (run.removed) removed += run.count;
    else if (run.added) added += run.count;
    else {
      if (kept + removed + added > 0) take(kept, removed, added);
      [kept, removed, added] = [run.count, 0, 0];
    }
  }
  take(kept, removed, added);
}

/** Places of nodes that occur once in each list, in an order that both lists have. */
function findAnchors(left: readonly number[], right: readonly number[]): (readonly [number, number])[] {
  const places = findOnce(right);
  const unique = findOnce(left);
  const candidates = [...unique].flatMap(([number, at]) => {
    const to = places.get(number);
    return to === undefined ? [] : [[at, to] as const];
  });
  return longestRising(candidates);
}

/** Each number that occurs once, with its place. */
function findOnce(numbers: readonly number[]): Map<number, number> {
  const once = new Map<number, number>();
  const twice = new Set<number>();
  for (const [at, number] of numbers.entries()) {
    if (once.delete(number)) twice.add(number);
    else if (!twice.has(number)) once.set(number, at);
  }
  return once;
}

/** The longest run of pairs, in order of the first, whose second rises (patience sorting). */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [place, [, to]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < to) low = middle + 1;
      else high = middle;
    }
    previous[place] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = place;
  }
  const run: (readonly [number, number])[] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place]!) run.push(pairs[place]!);
  return run.toReversed();
}
