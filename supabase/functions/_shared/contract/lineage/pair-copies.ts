/**
 * Pairs deleted units with the copies that their author inserted again, found by lineage (`find-lineage.ts`). Pure,
 * except that the ids come from Yjs.
 */
import { findLineage, type Run } from './find-lineage.ts';
import type { Line, Unit, UnitState } from './read-lines.ts';

export interface Change {
  readonly lines: readonly Line[];
  /** Yjs client of the change's author; null if unknown. */
  readonly author: number | null;
  readonly me: number;
  /** This author had seen the unit and deleted it. */
  readonly isNamed: (unit: Unit) => boolean;
  /** Any author had seen the unit and deleted it. */
  readonly isMeant: (unit: Unit) => boolean;
  /** The author is known to have seen the unit. */
  readonly isSeen: (unit: Pick<Unit, 'client' | 'clock'>) => boolean;
}

/** A deleted unit and its inserted copy; for empty blocks, their lines. */
export interface Copies {
  readonly units: readonly (readonly [Unit, Unit])[];
  readonly blocks: readonly (readonly [Line, Line])[];
}

/** Adjacent units that the author deleted, or inserted. */
export interface Stretch extends Run {
  readonly line: Line;
  readonly units: readonly Unit[];
}

/** Three passes: all text of the change; then without local text in an undone block; then copies inserted earlier. */
export function pairCopies(change: Change): Copies {
  const deleted = deletedBy(change);
  const inserted = insertedBy(change, 'new');
  const withoutOwn = (stretch: Stretch): Stretch =>
    isMadeBy(stretch.line, change) ? join(stretch, (unit) => unit.client !== change.me) : stretch;
  const texts = new Set(inserted.map(({ text }) => text));
  // An undo inserts the text as it was before other clients edited the block.
  const isExact = (stretch: Stretch): boolean => texts.has(withoutOwn(stretch).text);
  const first = pairUp(
    deleted.map((one) => (isExact(one) ? withoutOwn(one) : one)),
    inserted,
  );
  const left = notIn(first, deleted).map(withoutOwn);
  const second = left.length > 0 ? pairUp(left, notIn(first, inserted)) : NO_COPIES;
  // A move is inserted before its old block is deleted.
  const rest = notIn(second, left).filter(({ line }) => line.state === 'deleted');
  const third = rest.length > 0 ? pairUp(rest, insertedBy(change, 'recent')) : NO_COPIES;
  const all = [first, second, third];
  return { units: all.flatMap(({ units }) => units), blocks: all.flatMap(({ blocks }) => blocks) };
}

const NO_COPIES: Copies = { units: [], blocks: [] };

/** Stretches that are in no pair. */
function notIn({ units, blocks }: Copies, stretches: readonly Stretch[]): readonly Stretch[] {
  const taken = new Set<Unit | Line>([...units.flat(), ...blocks.flat()]);
  return stretches.filter(({ line, units: all }) => !taken.has(line) && !all.some((unit) => taken.has(unit)));
}

/** The stretch reduced to the wanted units. */
export function join(stretch: Stretch, isWanted: (unit: Unit) => boolean): Stretch {
  const units = stretch.units.filter(isWanted);
  return { ...stretch, units, text: units.map(({ sign }) => sign).join('') };
}

export const deletedBy = (change: Change): readonly Stretch[] =>
  stretchesOf(
    change.lines.filter(({ state }) => state !== 'new'),
    (line) => isWholly(line, 'deleted', change),
    (unit) => (unit.state === 'deleted' && change.isNamed(unit) ? 'in' : passesBy(unit, change)),
  );

export function insertedBy(change: Change, when: 'new' | 'recent'): readonly Stretch[] {
  const { lines, author, me } = change;
  const isAuthors = (client: number): boolean => (author === null ? client !== me : client === author);
  return stretchesOf(
    lines.filter(
      ({ state, block }) => state !== 'deleted' && (state !== 'new' || isAuthors(block.id.client)),
    ),
    (line) => isWholly(line, when, change),
    (unit) => {
      if (unit.state === when && isAuthors(unit.client)) return 'in';
      return unit.state === 'deleted' ? 'skip' : 'between';
    },
  );
}

/** The author of the change created the block. */
export const isMadeBy = ({ block }: Line, { author }: Change): boolean => block.id.client === author;

/** The change inserted or deleted the whole block, or everything in the author's own block that the author had seen. */
const isWholly = (line: Line, state: UnitState, change: Change): boolean =>
  line.state === state ||
  (isMadeBy(line, change) &&
    line.units.some((unit) => unit.state === state) &&
    !line.units.some((unit) => isThere(unit) && unit.state !== state && change.isSeen(unit)));

/** A unit that the author had not seen does not interrupt a stretch. */
function passesBy(unit: Unit, { me, isSeen }: Change): 'between' | 'skip' {
  return isThere(unit) && (unit.client !== me || isSeen(unit)) ? 'between' : 'skip';
}

export const isThere = ({ state }: Unit): boolean => state === 'kept' || state === 'recent';

function stretchesOf(
  lines: readonly Line[],
  isBlock: (line: Line) => boolean,
  place: (unit: Unit) => 'in' | 'between' | 'skip',
): readonly Stretch[] {
  return lines.flatMap((line) => {
    const stretches: Unit[][] = [[]];
    for (const unit of line.units) {
      const where = place(unit);
      if (where === 'in') stretches.at(-1)!.push(unit);
      else if (where === 'between' && stretches.at(-1)!.length > 0) stretches.push([]);
    }
    const whole = isBlock(line);
    return stretches
      .filter((units) => units.length > 0 || (whole && stretches.length === 1))
      .map((units) => join({ line, units, text: '', isBlock: whole }, () => true));
  });
}

export function pairUp(deleted: readonly Stretch[], inserted: readonly Stretch[]): Copies {
  const matches = findLineage(deleted, inserted);
  const units = matches.flatMap(({ from, fromAt, to, toAt, length }) =>
    Array.from({ length }, (_, at): [Unit, Unit] => [
      deleted[from]!.units[fromAt + at]!,
      inserted[to]!.units[toAt + at]!,
    ]),
  );
  const blocks = matches
    .filter(({ from, to }) => deleted[from]!.isBlock && inserted[to]!.isBlock)
    .map(({ from, to }): [Line, Line] => [deleted[from]!.line, inserted[to]!.line]);
  return { units, blocks };
}
