/**
 * Finds text that a change deleted and inserted again. An editor binding writes a split, a join, a move or a change of block
 * type so.
 */
import * as Y from 'yjs';
import { TEXT_ROOT } from '../document-schema.ts';
import { SURE_LENGTH } from '../lineage/find-lineage.ts';
import { pairCopies } from '../lineage/pair-copies.ts';
import { readLines, typeOf, type Unit } from '../lineage/read-lines.ts';
import type { DeleteSet } from './causal-order.ts';
import type { Id, IdRanges } from './id-ranges.ts';

export interface Author {
  readonly client: number;
  /** What the author inserted from this clock on belongs to the change. */
  readonly since: number;
  readonly named: DeleteSet;
  /** Per client, the newest clock that the author is known to have received. */
  readonly seen: ReadonlyMap<number, number>;
  /** A unit that has been copied is gone. */
  readonly copies: IdRanges<Id>;
  /** What was inserted into something that others had deleted. */
  readonly stillborn: IdRanges<true>;
}

/** Pairs of a unit that the author deleted, maybe as the second, and its copy. */
export function findCopies(
  transaction: Y.Transaction,
  { client, since, named, seen, copies, stillborn }: Author,
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
  const isSeen = (unit: Id): boolean => unit.client === client || unit.clock <= (seen.get(unit.client) ?? -1);
  const lines = readLines(deletion, doc.getXmlFragment(TEXT_ROOT), touched, isRecent).map((line) => ({
    ...line,
    units: leaveOutBetween(line.units.filter(isSeen)),
  }));
  return pairCopies({ lines, author: client, me: NOBODY, isNamed, isMeant: isNamed, isSeen }).units;
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

/** Items that existed before the transaction. */
export function deletedItems(transaction: Y.Transaction, deleteSet: DeleteSet): Y.Item[] {
  const { beforeState } = transaction;
  const items: Y.Item[] = [];
  Y.iterateDeletedStructs(transaction, deleteSet, (item) => {
    const wasThere = item.id.clock < (beforeState.get(item.id.client) ?? 0);
    if (item instanceof Y.Item && wasThere) items.push(item);
  });
  return items;
}

/** Items of a client from a clock on, deleted ones too. */
export function itemsSince({ store }: Y.Doc, client: number, clock: number): Y.Item[] {
  const structs = store.clients.get(client) ?? [];
  const first = structs.findLastIndex((struct) => struct.id.clock + struct.length <= clock) + 1;
  return structs.slice(first).filter((struct) => struct instanceof Y.Item);
}
