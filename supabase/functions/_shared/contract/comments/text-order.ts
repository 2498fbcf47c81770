/** Units in the order in which the text has them, and the text between them. */
import * as Y from 'yjs';
import { itemAt, past } from './live-copies.ts';
import type { Passages, Piece } from './read-passages.ts';
import type { UnitRange } from './unit-ranges.ts';

/** A range of the text, and the number of its first unit in the anchor. */
interface Numbered extends UnitRange {
  readonly number: number;
}

interface Part {
  readonly item: Y.Item;
  readonly range: Numbered;
}

export interface Ordered {
  readonly ranges: readonly UnitRange[];
  /** Indexes of ranges that another order than that of the anchor brought behind the range before them. */
  readonly apart: readonly number[];
}

/** `living`: ranges of units that live, in the order of the anchor. `order` is read only where it is needed. */
export function orderUnits(
  doc: Y.Doc,
  living: readonly UnitRange[],
  order: () => Passages['order'],
): Ordered {
  const parts = splitByItem(doc, living);
  const [first] = parts;
  if (!first) return { ranges: [], apart: [] };
  const isOneItem = parts.every(({ item }) => item === first.item);
  const places = isOneItem ? null : order();
  const placeOf = (item: Y.Item): number => places?.get(item) ?? 0;
  const sorted = parts.toSorted((a, b) => placeOf(a.item) - placeOf(b.item) || a.range.clock - b.range.clock);
  const ranges: UnitRange[] = [];
  const apart: number[] = [];
  let before: Part | null = null;
  for (const part of sorted) {
    const { client, clock, length, number } = part.range;
    const goesOn =
      before?.item.parent === part.item.parent &&
      before.range.client === client &&
      before.range.clock + before.range.length === clock &&
      before.range.number < number;
    if (goesOn) {
      const last = ranges.at(-1)!;
      ranges[ranges.length - 1] = { ...last, length: last.length + length };
    } else {
      if (before !== null && number < before.range.number) apart.push(ranges.length);
      ranges.push({ client, clock, length });
    }
    before = part;
  }
  return { ranges, apart };
}

function splitByItem(doc: Y.Doc, living: readonly UnitRange[]): readonly Part[] {
  let number = 0;
  return living.flatMap((whole) => {
    const parts: Part[] = [];
    for (let at = 0; at < whole.length;) {
      const start = past(whole, at);
      const item = itemAt(doc, start);
      if (!item) break;
      const length = Math.min(whole.length - at, item.id.clock + item.length - start.clock);
      parts.push({ item, range: { ...start, length, number } });
      at += length;
      number += length;
    }
    return parts;
  });
}

/**
 * The units that a highlight covers: the ranges, and what was typed between two of their units that stand in one block in the
 * order of the anchor.
 */
export function paintedRanges({ pieces }: Passages, { ranges, apart }: Ordered): readonly UnitRange[] {
  const painted: UnitRange[] = [];
  let last: { readonly piece: Piece; readonly range: number; readonly at: number } | null = null;
  for (const [at, piece] of pieces.entries()) {
    for (const [range, part] of partsOf(piece, ranges)) {
      const isOpen = last?.piece.block === piece.block && !(last.range !== range && apart.includes(range));
      for (const between of isOpen ? pieces.slice(last!.at + 1, at) : [])
        painted.push({ client: between.client, clock: between.clock, length: between.length });
      painted.push(part);
      last = { piece, range, at };
    }
  }
  return painted;
}

/** The parts of ranges that are in a piece, each with the index of its range, in the order of the text. */
const partsOf = (piece: Piece, ranges: readonly UnitRange[]): readonly (readonly [number, UnitRange])[] =>
  ranges
    .flatMap(({ client, clock, length }, index): (readonly [number, UnitRange])[] => {
      const [from, to] = [Math.max(clock, piece.clock), Math.min(clock + length, piece.clock + piece.length)];
      return client === piece.client && from < to
        ? [[index, { client, clock: from, length: to - from }]]
        : [];
    })
    .toSorted(([, a], [, b]) => a.clock - b.clock);
