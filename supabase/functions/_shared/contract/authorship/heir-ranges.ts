/**
 * Heirs as ranges, and as text: for each range its first new clock, the client and first clock that it continues, and its
 * length, as decimal numbers separated by spaces. The new units belong to the client of the update (`heirs.ts`).
 */
import type { Id } from './id-ranges.ts';

/** `length` units from `clock` on continue as many units from `from` on. */
export interface HeirRange {
  readonly clock: number;
  readonly from: Id;
  readonly length: number;
}

/** Each number has one spelling, because hashes cover the text. */
const NUMBER = '(?:0|[1-9][0-9]{0,14})';
const RANGE = `${NUMBER}(?: ${NUMBER}){3}`;
export const HEIRS_PATTERN = new RegExp(`^${RANGE}(?: ${RANGE})*$`);

export const writeHeirs = (ranges: readonly HeirRange[]): string =>
  ranges.map(({ clock, from, length }) => `${clock} ${from.client} ${from.clock} ${length}`).join(' ');

/** No ranges for text that `writeHeirs` could not have written. */
export function readHeirs(text: string): readonly HeirRange[] {
  if (!HEIRS_PATTERN.test(text)) return [];
  const numbers = text.split(' ').map(Number);
  return Array.from({ length: numbers.length / 4 }, (_, at) => {
    const [clock = 0, client = 0, fromClock = 0, length = 0] = numbers.slice(4 * at, 4 * at + 4);
    return { clock, from: { client, clock: fromClock }, length };
  });
}

/** Without ranges that begin before the one before them ends: a forged text could otherwise name the same units a thousand times. */
export function inOrder(ranges: readonly HeirRange[]): readonly HeirRange[] {
  let end = 0;
  return ranges.filter(({ clock, length }) => {
    const isNext = clock >= end;
    if (isNext) end = clock + length;
    return isNext;
  });
}

/** Joins adjacent ranges, in the order of the new units. */
export function joinRanges(ranges: readonly HeirRange[]): readonly HeirRange[] {
  const joined: HeirRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.clock - b.clock)) {
    const last = joined.at(-1);
    const goesOn =
      last?.from.client === range.from.client &&
      last.from.clock + last.length === range.from.clock &&
      last.clock + last.length === range.clock;
    if (goesOn) joined[joined.length - 1] = { ...last, length: last.length + range.length };
    else joined.push(range);
  }
  return joined;
}

type Units = Id & { readonly length: number };

/**
 * The heirs that a client inserted among units that stand one after the other. `clock` of each claimed range is a place among
 * them; the ranges are in order, and may have gaps.
 */
export function heirsAt(
  units: readonly Units[],
  client: number,
  claimed: readonly HeirRange[],
): readonly HeirRange[] {
  const places = inOrder(claimed);
  const heirs: HeirRange[] = [];
  let [start, next] = [0, 0];
  for (const unit of units) {
    const end = start + unit.length;
    while (next < places.length && places[next]!.clock + places[next]!.length <= start) next += 1;
    for (let other = next; unit.client === client && other < places.length; other += 1) {
      const { clock: place, from, length } = places[other]!;
      if (place >= end) break;
      const [first, last] = [Math.max(place, start), Math.min(place + length, end)];
      const continued = { client: from.client, clock: from.clock + first - place };
      heirs.push({ clock: unit.clock + first - start, from: continued, length: last - first });
    }
    start = end;
  }
  return joinRanges(heirs);
}
