/** Where the threads of a leaving text stand, while it is written from its start to its end. */
import type { LeavingThread } from '#contract/formats/leaving-text.ts';

export interface NumberedThread extends LeavingThread {
  /** From 1, in the order of the text; those without a place come last. */
  readonly number: number;
}

export const endOf = ({ ranges }: LeavingThread): number =>
  ranges.reduce((end, { to }) => Math.max(end, to), 0);

export function numberThreads(threads: readonly LeavingThread[]): readonly NumberedThread[] {
  const keyOf = (thread: LeavingThread): number =>
    thread.ranges.length === 0 ? Number.POSITIVE_INFINITY : endOf(thread);
  const sorted = threads.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return a === b ? 0 : a - b;
  });
  return sorted.map((thread, index) => ({ ...thread, number: index + 1 }));
}

export interface ThreadPlaces {
  /** The positions between which the same threads cover a text; both ends come along. */
  readonly cuts: (from: number, to: number) => readonly number[];
  /** Numbers of the threads that cover all of a stretch. */
  readonly covering: (from: number, to: number) => readonly number[];
  /** Numbers of the threads that end behind `from` and not behind `to`. Each is returned once. */
  readonly takeEnds: (from: number, to: number) => readonly number[];
}

export function placesOf(threads: readonly NumberedThread[]): ThreadPlaces {
  const placed = threads.filter(({ ranges }) => ranges.length > 0);
  const taken = new Set<number>();
  return {
    cuts: (from, to) => {
      const edges = placed.flatMap(({ ranges }) => ranges.flatMap((range) => [range.from, range.to]));
      const inside = edges.filter((edge) => edge > from && edge < to);
      return [...new Set([from, ...inside, to])].toSorted((a, b) => a - b);
    },
    covering: (from, to) =>
      placed
        .filter(({ ranges }) => ranges.some((range) => range.from <= from && range.to >= to))
        .map(({ number }) => number),
    takeEnds: (from, to) => {
      const ended = placed.filter(
        (thread) => endOf(thread) > from && endOf(thread) <= to && !taken.has(thread.number),
      );
      for (const { number } of ended) taken.add(number);
      return ended.map(({ number }) => number);
    },
  };
}
