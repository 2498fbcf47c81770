/** Where threads of a document stand in a copy of it. Pure. */
import type * as Y from 'yjs';
import { describeRanges, NO_WORDS } from '#contract/comments/describe-ranges.ts';
import { readPassages, type Passages, type Piece } from '#contract/comments/read-passages.ts';
import type { Anchor, PlaceState } from '#contract/comments/thread.ts';
import { MAX_UNITS_CHARS, writeUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';

export interface PlacedThread {
  readonly thread: string;
  readonly kind: Anchor['kind'];
  readonly state: PlaceState;
  /** Living units. */
  readonly ranges: readonly UnitRange[];
}

/** `seq`: one at which the log of the copy has its text. A thread without a place in it is about the whole document. */
export function anchorsInCopy(
  source: Y.Doc,
  copy: Y.Doc,
  threads: readonly PlacedThread[],
  seq: number,
): readonly { readonly thread: string; readonly anchor: Anchor }[] {
  const [from, to] = [readPassages(source), readPassages(copy)];
  // Parts that can't be shown are not in the copy.
  const isSame =
    from.text === to.text && from.pieces.filter(isNode).length === to.pieces.filter(isNode).length;
  return threads.map(({ thread, kind, state, ranges }) => {
    const isHere = isSame && kind !== 'document' && (state === 'exact' || state === 'healed');
    const found = isHere ? joinRanges(ranges.flatMap((range) => follow(from, to, range))) : [];
    const units = writeUnits(found);
    if (units === '' || units.length > MAX_UNITS_CHARS)
      return { thread, anchor: { kind: 'document', units: '', seq, ...NO_WORDS } };
    return { thread, anchor: { kind, units, seq, ...describeRanges(to, found) } };
  });
}

const isNode = (piece: Piece): boolean => piece.isNode;

/** The units of the copy at the same places of the text. */
function follow(from: Passages, to: Passages, { client, clock, length }: UnitRange): readonly UnitRange[] {
  const nodes = from.pieces.filter(isNode);
  return from.pieces.flatMap((piece): readonly UnitRange[] => {
    const [first, last] = [
      Math.max(clock, piece.clock),
      Math.min(clock + length, piece.clock + piece.length),
    ];
    if (piece.client !== client || first >= last) return [];
    if (piece.isNode) {
      const node = to.pieces.filter(isNode)[nodes.indexOf(piece)]!;
      return [{ client: node.client, clock: node.clock, length: 1 }];
    }
    const [start, end] = [piece.start + first - piece.clock, piece.start + last - piece.clock];
    return to.pieces.flatMap((other) => {
      const [at, stop] = [Math.max(start, other.start), Math.min(end, other.start + other.length)];
      if (other.isNode || at >= stop) return [];
      return [{ client: other.client, clock: other.clock + at - other.start, length: stop - at }];
    });
  });
}

export function joinRanges(ranges: readonly UnitRange[]): readonly UnitRange[] {
  const joined: UnitRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.client === range.client && last.clock + last.length === range.clock)
      joined[joined.length - 1] = { ...last, length: last.length + range.length };
    else joined.push(range);
  }
  return joined;
}
