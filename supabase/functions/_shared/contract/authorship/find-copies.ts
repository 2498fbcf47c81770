/**
 * Finds text that a change deleted and inserted again. Editor bindings write a split, a join, a move or a change of block
 * type this way.
 */
import * as Y from 'yjs';
import { TEXT_ROOT } from '../document-schema.ts';
import { SURE_LENGTH } from '../lineage/find-lineage.ts';
import { deletedItems, itemsSince } from '../lineage/items.ts';
import { pairCopies } from '../lineage/pair-copies.ts';
import { pairNodes } from '../lineage/pair-nodes.ts';
import { readLines, typeOf, type Unit } from '../lineage/read-lines.ts';
import type { DeleteSet } from './causal-order.ts';
import type { Id, IdRanges } from './id-ranges.ts';

export interface Author {
  readonly client: number;
  /** Content that the author inserted at or after this clock belongs to the change. */
  readonly since: number;
  readonly named: DeleteSet;
  /** The copy of each unit that has one. A unit cannot be copied twice. */
  readonly copies: IdRanges<Id>;
  /** Content inserted into nodes that others had deleted. */
  readonly stillborn: IdRanges<true>;
}

/** Pairs of a unit and its copy. The author deleted the unit; another user may have deleted it first. */
export function findCopies(
  transaction: Y.Transaction,
  { client, since, named, copies, stillborn }: Author,
): readonly (readonly [Id, Id])[] {
  const { doc, beforeState } = transaction;
  const deleted = deletedItems(transaction, named);
  const inserted = itemsSince(doc, client, since);
  if (!isWorthPairing(deleted, inserted)) return [];
  const isRecent = (other: number, clock: number): boolean =>
    other === client && clock >= since && copies.find({ client, clock }) === null;
  const isStillborn = (of: number, clock: number): boolean =>
    of === client && stillborn.find({ client, clock }) !== null;
  const touched = [...deleted, ...inserted];
  const deletion = { beforeState, deleteSet: named, isStillborn };
  const isNamed = (unit: Id): boolean => Y.isDeleted(named, Y.createID(unit.client, unit.clock));
  const lines = readLines(deletion, doc.getXmlFragment(TEXT_ROOT), touched, isRecent).map((line) => ({
    ...line,
    units: leaveOutBetween(line.units),
  }));
  const change = { lines, author: client, me: NOBODY, isNamed, isMeant: isNamed, isSeen: () => true };
  const { units } = pairCopies(change);
  const isFree = ({ id }: Y.Item): boolean => copies.find(id) === null;
  return [...units, ...pairNodes(doc, deleted.filter(isFree), inserted.filter(isFree), units, isNamed)];
}

/** Text that others inserted into a deleted stretch does not split it in two. */
function leaveOutBetween(units: readonly Unit[]): Unit[] {
  const left: Unit[] = [];
  let kept: Unit[] = [];
  let isInside = false;
  for (const unit of units) {
    if (unit.state === 'kept') {
      kept.push(unit);
      continue;
    }
    const isDeleted = unit.state === 'deleted';
    if (!isInside || !isDeleted) left.push(...kept);
    left.push(unit);
    [kept, isInside] = [[], isDeleted];
  }
  return isInside ? left : [...left, ...kept];
}

/** No client has this id. */
const NOBODY = -1;

/** Whether the change is large enough for a copy to be recognized. */
const isWorthPairing = (deleted: readonly Y.Item[], inserted: readonly Y.Item[]): boolean =>
  deleted.length > 0 &&
  ([...deleted, ...inserted].some((item) => typeOf(item) !== null) ||
    deleted.reduce(
      (sum, { content, length }) =>
        sum + (content instanceof Y.ContentString || content instanceof Y.ContentDeleted ? length : 0),
      0,
    ) >= SURE_LENGTH);
