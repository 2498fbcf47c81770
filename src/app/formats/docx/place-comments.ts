/** Where the comments of a text begin and end, and in which order they are numbered. */
import type { LeavingThread } from '#contract/formats/leaving-text.ts';
import type { LossBook } from '#contract/formats/loss.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { leavesIn, placeChildren, sizeOf } from './positions.ts';

export interface NumberedThread {
  readonly thread: LeavingThread;
  /** Of its comments in the file: the first, and those that answer it. */
  readonly ids: readonly number[];
}

export interface CommentPlaces {
  readonly threads: readonly NumberedThread[];
  /** Ids of the comments that begin or end at a position of text. */
  readonly starts: ReadonlyMap<number, readonly number[]>;
  readonly ends: ReadonlyMap<number, readonly number[]>;
  /** Without text in the document. */
  readonly lost: readonly NumberedThread[];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export function placeComments(
  doc: DocumentNode,
  leaving: readonly LeavingThread[],
  losses: LossBook,
): CommentPlaces {
  const leaves = readLeaves(doc);
  const starts = new Map<number, number[]>();
  const ends = new Map<number, number[]>();
  const lost: NumberedThread[] = [];
  const threads = numberThreads(leaving);
  for (const one of threads) {
    const places = joinRanges(
      one.thread.ranges.flatMap((range) => leaves.fit(range)),
      leaves,
    );
    const [place] = places;
    if (place === undefined) lost.push(one);
    else {
      if (places.length > 1) losses.note('comment', 'changed', one.thread.quote);
      push(starts, place.from, one.ids);
      push(ends, place.to, one.ids);
    }
  }
  return { threads, starts, ends, lost };
}

/** Threads of which every comment was deleted say nothing. */
function numberThreads(leaving: readonly LeavingThread[]): NumberedThread[] {
  let id = 0;
  return leaving
    .filter(({ comments }) => comments.some(({ body }) => body !== null))
    .map((thread) => ({ thread, ids: thread.comments.map(() => id++) }));
}

const push = (map: Map<number, number[]>, at: number, ids: readonly number[]): unknown =>
  map.set(at, [...(map.get(at) ?? []), ...ids]);

/** Between the two units of one character. */
const isInPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;

interface Leaves {
  /** The part of a range from its first text to its last; none without text. */
  readonly fit: (range: Range) => readonly Range[];
  readonly isTextBetween: (from: number, to: number) => boolean;
}

function readLeaves(doc: DocumentNode): Leaves {
  const leaves = [...leavesIn(placeChildren(childrenOf(doc), 0))].map(({ node, at }) => ({
    from: at,
    to: at + sizeOf(node),
    text: node.text ?? '',
  }));
  /** The first leaf that ends behind a position. */
  const firstBehind = (at: number): number => {
    let [low, high] = [0, leaves.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (leaves[middle]!.to > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const fit = ({ from, to }: Range): readonly Range[] => {
    const first = leaves[firstBehind(from)];
    if (first === undefined || first.from >= to || from >= to) return [];
    const index = firstBehind(to - 1);
    const last = leaves[index] !== undefined && leaves[index].from < to ? leaves[index] : leaves[index - 1]!;
    return [
      {
        from: Math.max(first.from, isInPair(first.text, from - first.from) ? from - 1 : from),
        to: Math.min(last.to, isInPair(last.text, to - last.from) ? to + 1 : to),
      },
    ];
  };
  return { fit, isTextBetween: (from, to) => from < to && fit({ from, to }).length > 0 };
}

/** Word's comments have one range. Ranges of two blocks with nothing between them are one. */
function joinRanges(ranges: readonly Range[], leaves: Leaves): Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || leaves.isTextBetween(last.to, range.from)) joined.push(range);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return joined;
}
