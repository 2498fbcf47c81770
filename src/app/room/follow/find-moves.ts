/**
 * Finds the local characters that this client must move after a remote change: the remote author had not seen them, and
 * their neighboring text was deleted and inserted again elsewhere. Pure, except that the ids come from Yjs.
 */
import { SURE_LENGTH } from '#contract/lineage/find-lineage.ts';
import { isMadeBy, isThere, type Change, type Copies } from '#contract/lineage/pair-copies.ts';
import { keyOf, type Line, type Unit } from '#contract/lineage/read-lines.ts';

/** Units that continued deleted text, and the current place of that text. */
export interface Move {
  readonly units: readonly Unit[];
  /** Null if nothing was inserted again: the units become a new paragraph. */
  readonly target: Target | null;
  readonly line: Line;
  /** The units still exist where they were left behind. */
  readonly isLeft: boolean;
  /** Units before these that the author has already copied, with the copies. */
  readonly copied: readonly (readonly [Unit, Unit])[];
  /** The units are in a duplicate block, which is removed with them. */
  readonly isDouble?: true;
}

export type Target =
  | { readonly kind: 'after' | 'before'; readonly unit: Unit; readonly line: Line }
  | { readonly kind: 'start'; readonly line: Line };

export interface Place {
  readonly line: Line;
  readonly unit: Unit;
}

/** `replaced`: local copies that equal remote ones, by `keyOf`. */
export function findMoves(
  change: Change,
  copies: Copies,
  replaced: ReadonlyMap<string, Place>,
): readonly Move[] {
  const { lines } = change;
  const heirs = new Map(copies.units);
  const blocks = new Map(copies.blocks);
  const lineOf = new Map(lines.flatMap((line) => line.units.map((unit) => [unit, line] as const)));
  const placeOf = (unit: Unit): Place | null => {
    const heir = heirs.get(unit);
    const line = heir && lineOf.get(heir);
    return heir && line ? { unit: heir, line } : (replaced.get(keyOf(unit)) ?? null);
  };
  const joined = new Set(
    copies.units.flatMap(([from, to]) => (lineOf.get(from)?.state === 'deleted' ? [to] : [])),
  );
  const moves = lines.flatMap((line) =>
    line.state === 'new'
      ? []
      : [...movesIn(line, change, placeOf, blocks.get(line) ?? null), ...partedIn(line, change, joined)],
  );
  const isMoved = (unit: Unit): boolean => !replaced.has(keyOf(unit));
  return moves
    .map((move) => leaveOutCopied(move, change, copies))
    .map((move) => ({
      ...move,
      units: move.units.filter(isMoved),
      copied: move.copied.filter(([unit]) => isMoved(unit)),
    }))
    .filter(({ units, copied }) => units.length > 0 || copied.length > 0);
}

/** The place of the copy of a deleted unit. */
type Heirs = (unit: Unit) => Place | null;

/** Local units of a line that have to move; adjacent ones form one move. */
function movesIn(line: Line, change: Change, heirs: Heirs, block: Line | null): Move[] {
  const moves: Move[] = [];
  let group: Unit[] = [];
  let before: Unit | null = null;
  const end = (behind: Unit | null): void => {
    const [first] = group;
    if (!first) return;
    const target = findTarget(before, behind, heirs, block);
    const isLeft = isThere(first);
    // Text deleted by an author who had seen it stays deleted, unless a copy exists elsewhere.
    const units = target ? group : group.filter((unit) => !change.isMeant(unit));
    if (units.length > 0) moves.push({ units, target, line, isLeft, copied: [] });
    group = [];
  };
  const isStranded = strandedUnits(line, change, heirs);
  for (const unit of line.units) {
    if (unit.state === 'new') continue;
    if (isStranded(unit)) {
      if (group[0] && group[0].state !== unit.state) end(null);
      group.push(unit);
      continue;
    }
    // Unseen text of other clients is moved by those clients.
    if (unit.client !== change.me && unit.state === 'deleted' && !change.isNamed(unit)) continue;
    end(unit);
    before = unit;
  }
  end(null);
  return moves;
}

/**
 * Joined text came between units and the text they continued. After a redo of a join, the text returns to its old place
 * and separates those units from units typed since.
 */
function partedIn(line: Line, change: Change, joined: ReadonlySet<Unit>): Move[] {
  const units = line.units.filter(({ state }) => state !== 'deleted');
  const start = units.findIndex((unit, at) => at > 0 && unit.state === 'new');
  const before = units[start - 1];
  const end = units.findIndex((unit, at) => at > start && unit.state !== 'new');
  if (!before || end < 0) return [];
  const isJoined = units.slice(start, end).every((unit) => joined.has(unit));
  const length = units.slice(end).findIndex((unit) => !isOwn(unit, change) || change.isSeen(unit));
  const parted = length < 0 ? units.slice(end) : units.slice(end, end + length);
  const [first] = parted;
  const isBehind = first?.origin?.client === before.client && first.origin.clock === before.clock;
  const isParted = isBehind || (first !== undefined && isJoined && isOwn(before, change));
  const target = { kind: 'after', unit: before, line } as const;
  return isParted ? [{ units: parted, target, line, isLeft: true, copied: [] }] : [];
}

const isOwn = ({ client, state }: Unit, { me }: Change): boolean => client === me && state !== 'new';

/** Local units that are separated from the text they continue: deleted unseen, left behind, or removed by an undo. */
function strandedUnits(line: Line, change: Change, heirs: Heirs): (unit: Unit) => boolean {
  const isUndone = line.state === 'deleted' && isMadeBy(line, change);
  const left = unitsLeftBehind(line, change, heirs);
  return (unit) => {
    if (unit.client !== change.me) return false;
    if (isThere(unit)) return left.has(unit);
    return !change.isMeant(unit) || (isUndone && change.isNamed(unit) && heirs(unit) === null);
  };
}

/**
 * Two cases. A split moved the text before local units into a new block, and they stayed in the old one. Or the author
 * has undone the block, and it remains because it contains local units. Applies only if the author may not have seen any
 * of the remaining units; else the text was moved away from them on purpose.
 */
function unitsLeftBehind(line: Line, change: Change, heirs: Heirs): ReadonlySet<Unit> {
  const { units, state } = line;
  if (state === 'deleted') return new Set();
  const went = (unit: Unit): Place | null =>
    unit.state === 'deleted' && change.isNamed(unit) ? heirs(unit) : null;
  // An undo or redo deletes only its author's insertions, so it did not leave the remaining text on purpose.
  const isOwnText = units.every((unit) => went(unit) === null || unit.client === change.author);
  const isSeen = (all: readonly Unit[]): boolean => all.some(change.isSeen);
  const there = units.filter(isThere);
  const undone = isMadeBy(line, change) && units.some(went) && !isSeen(there) ? there : [];
  const first = units.findIndex((unit) => isNewLine(went(unit)?.line));
  const behind = first < 0 ? [] : units.slice(first).filter(isThere);
  const left = isSeen(behind) && !isOwnText ? [] : behind;
  const rest = undone.length > 0 ? undone : left;
  return new Set(rest.filter(({ client }) => client === change.me));
}

const isNewLine = (line: Line | undefined): boolean => line?.state === 'new' || line?.state === 'recent';

function findTarget(
  before: Unit | null,
  behind: Unit | null,
  heirs: Heirs,
  block: Line | null,
): Target | null {
  const [left, right] = [before && heirs(before), behind && heirs(behind)];
  if (left) return { kind: 'after', ...left };
  if (right) return { kind: 'before', ...right };
  return before === null && block ? { kind: 'start', line: block } : null;
}

/** A redo may bring copies of local units along; those are not inserted a second time. */
function leaveOutCopied(move: Move, change: Change, { units }: Copies): Move {
  const { target, line } = move;
  if (target === null || target.kind === 'start') return move;
  const copies = copiesBeside(target, new Set(units.map(([, to]) => to)));
  const length = Math.min(copies.length, move.units.length);
  const isSame = move.units.slice(0, length).every(({ sign }, at) => copies[at]?.sign === sign);
  const isSure = length >= SURE_LENGTH || isMadeBy(line, change);
  if (!isSame || !isSure || length === 0) return move;
  const copied = copies.slice(0, length).map((copy, at) => [move.units[at]!, copy] as const);
  const unit = target.kind === 'after' ? copies[length - 1]! : target.unit;
  return { ...move, copied, units: move.units.slice(length), target: { ...target, unit } };
}

/** New units without a deleted original, directly after the target's unit or directly before it. */
function copiesBeside(
  { kind, unit, line }: Exclude<Target, { kind: 'start' }>,
  taken: ReadonlySet<Unit>,
): readonly Unit[] {
  const at = line.units.indexOf(unit);
  const isCopy = (one: Unit): boolean => one.state === 'new' && !taken.has(one);
  if (kind === 'before')
    return line.units.slice(line.units.slice(0, at).findLastIndex((one) => !isCopy(one)) + 1, at);
  const behind = line.units.slice(at + 1);
  const end = behind.findIndex((one) => !isCopy(one));
  return end < 0 ? behind : behind.slice(0, end);
}
