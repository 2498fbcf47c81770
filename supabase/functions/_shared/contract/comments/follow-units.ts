/** Finds what has become of the units of an anchor. */
import * as Y from 'yjs';
import { IdRanges, type Id } from '../authorship/id-ranges.ts';
import { itemAt, lives, past, type LiveCopies } from './live-copies.ts';
import type { UnitRange } from './unit-ranges.ts';

export interface Followed {
  /** The newest copy of each unit, living or not, in the order of the units. */
  readonly newest: readonly UnitRange[];
  /** Those that live. */
  readonly living: readonly UnitRange[];
}

/** `units`: chosen ones, or copies of them that were found before. */
export function followUnits(doc: Y.Doc, copies: LiveCopies, units: readonly UnitRange[]): Followed {
  const isLiving = (id: Id): boolean => lives(doc, id);
  const newest: UnitRange[] = [];
  const living: UnitRange[] = [];
  for (const { length, ...first } of units)
    for (let at = 0; at < length;) {
      const unit = past(first, at);
      const whole = livingFrom(doc, unit, length - at);
      if (whole > 0) {
        push(newest, unit, whole);
        push(living, unit, whole);
        at += whole;
      } else if (isUnknown(doc, unit)) {
        push(newest, unit, length - at);
        break;
      } else {
        const heir = copies.heirOf(unit, isLiving);
        push(newest, heir, 1);
        if (isLiving(heir)) push(living, heir, 1);
        at += 1;
      }
    }
  return { newest, living };
}

export const countUnits = (ranges: readonly UnitRange[]): number =>
  ranges.reduce((sum, { length }) => sum + length, 0);

/** The first `count` units, and the others. */
export function splitUnits(
  ranges: readonly UnitRange[],
  count: number,
): readonly [readonly UnitRange[], readonly UnitRange[]] {
  const [first, rest]: UnitRange[][] = [[], []];
  let left = count;
  for (const range of ranges) {
    const taken = Math.min(left, range.length);
    if (taken > 0) first!.push({ ...range, length: taken });
    if (taken < range.length) rest!.push({ ...past(range, taken), length: range.length - taken });
    left -= taken;
  }
  return [first!, rest!];
}

/** Each unit once: a forged anchor could name a long text a hundred times. */
export function distinctUnits(ranges: readonly UnitRange[]): readonly UnitRange[] {
  const known = new IdRanges<UnitRange>();
  for (const range of ranges) known.add(range, range.length, range);
  return ranges.filter((range) => {
    const [first, last] = [known.find(range), known.find(past(range, range.length - 1))];
    return first?.value === range && last?.value === range;
  });
}

/** Adds units to the end of a list, as a part of its last range where they continue it. */
function push(ranges: UnitRange[], { client, clock }: Id, length: number): void {
  const last = ranges.at(-1);
  const goesOn = last?.client === client && last.clock + last.length === clock;
  if (goesOn) ranges[ranges.length - 1] = { ...last, length: last.length + length };
  else ranges.push({ client, clock, length });
}

/** How many units from this one on live, in one item. */
function livingFrom(doc: Y.Doc, id: Id, most: number): number {
  const item = itemAt(doc, id);
  return item === null || item.deleted ? 0 : Math.min(most, item.id.clock + item.length - id.clock);
}

/** The document has not received the unit yet, nor any later one of its client. */
const isUnknown = ({ store }: Y.Doc, { client, clock }: Id): boolean => clock >= Y.getState(store, client);
