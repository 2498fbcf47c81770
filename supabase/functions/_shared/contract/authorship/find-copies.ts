/**
 * Finds text that a change deleted and inserted again. An editor binding writes a split, a join, a move or a change of block
 * type so.
 */
import * as Y from 'yjs';
import { TEXT_ROOT } from '../document-schema.ts';
import { SURE_LENGTH } from '../lineage/find-lineage.ts';
import { deletedItems, itemsSince } from '../lineage/items.ts';
import { pairCopies } from '../lineage/pair-copies.ts';
import { readLines, typeOf, type Unit } from '../lineage/read-lines.ts';
import type { DeleteSet } from './causal-order.ts';
import type { Id, IdRanges } from './id-ranges.ts';

export interface Author {
  readonly client: number;
  /** What the author inserted from this clock on belongs to the change. */
  readonly since: number;
  readonly named: DeleteSet;
  /** A unit that has been copied is gone. */
  readonly copies: IdRanges<Id>;
  /** What was inserted into something that others had deleted. */
  readonly stillborn: IdRanges<true>;
}

/** Pairs of a unit that the author deleted, maybe as the second, and its copy. */
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
  return pairCopies({ lines, author: client, me: NOBODY, isNamed, isMeant: isNamed, isSeen: () => true })
    .units;
}

/** Text that others have put into a deleted stretch does not make two of one. */
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

/** Whether so much is gone, or so much is new, that a copy could be recognized. */
const isWorthPairing = (deleted: readonly Y.Item[], inserted: readonly Y.Item[]): boolean =>
  deleted.length > 0 &&
  ([...deleted, ...inserted].some((item) => typeOf(item) !== null) ||
    deleted.reduce(
      (sum, { content, length }) => sum + (content instanceof Y.ContentString ? length : 0),
      0,
    ) >= SURE_LENGTH);
