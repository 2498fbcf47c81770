/**
 * Erases deleted text from the structs that wait for updates that the log lacks. Yjs itself erases deleted text only once it
 * is part of the document.
 */
import * as Y from 'yjs';
import { eraseItem } from '../contract/erasing/erase-item.ts';
import { byClient, writeUpdate, type Struct } from '../contract/erasing/write-update.ts';

/** A part of the document that is deleted, whatever arrives later. */
type IsDeleted = (id: Y.ID) => boolean;

/** An update (encoding V1) of the pending structs; null without any. */
export function eraseWaiting({ store }: Y.Doc): Uint8Array | null {
  if (store.pendingStructs === null) return null;
  const structs = Y.decodeUpdateV2(store.pendingStructs.update).structs as Struct[];
  const deletions = store.pendingDs === null ? Y.createDeleteSet() : Y.decodeUpdateV2(store.pendingDs).ds;
  const isDeleted: IsDeleted = (id) => Y.isDeleted(deletions, id);
  const lost = findLost(store, structs, isDeleted);
  return writeUpdate(
    structs.flatMap((struct): readonly Struct[] =>
      struct instanceof Y.Item ? eraseItem(struct, lost.has(struct) ? () => true : isDeleted) : [struct],
    ),
  );
}

/** The items in a part of the document that is deleted: nobody will ever see them. */
function findLost(store: Y.Doc['store'], structs: readonly Struct[], isDeleted: IsDeleted): Set<Y.Item> {
  const items = structs.filter((struct) => struct instanceof Y.Item);
  const found = createFinder(items);
  const insideOf = new Map<Y.Item, Y.Item[]>();
  const lost = new Set<Y.Item>();
  for (const item of items) {
    const { parent } = item;
    if (parent instanceof Y.ID && (isDeleted(parent) || isDeletedIn(store, parent))) lost.add(item);
    if ([item.origin, item.rightOrigin].some((id) => id !== null && isInsideDeleted(store, id)))
      lost.add(item);
    for (const id of [item.origin, item.rightOrigin, parent]) {
      const other = id instanceof Y.ID ? found(id) : null;
      if (other !== null) insideOf.set(other, [...(insideOf.get(other) ?? []), item]);
    }
  }
  // A set that grows while it is walked.
  for (const item of lost) for (const other of insideOf.get(item) ?? []) lost.add(other);
  return lost;
}

const isIn = (store: Y.Doc['store'], { client, clock }: Y.ID): boolean => clock < Y.getState(store, client);

const isDeletedIn = (store: Y.Doc['store'], id: Y.ID): boolean =>
  isIn(store, id) && Y.getItem(store, id).deleted;

/** Whether the parent of a part of the document is deleted. Yjs erases its children without a trace. */
function isInsideDeleted(store: Y.Doc['store'], id: Y.ID): boolean {
  if (!isIn(store, id)) return false;
  const item: unknown = Y.getItem(store, id);
  if (!(item instanceof Y.Item)) return true;
  return item.parent instanceof Y.AbstractType && item.parent._item?.deleted === true;
}

/** Finds the item that has an id. */
function createFinder(items: readonly Y.Item[]): (id: Y.ID) => Y.Item | null {
  const clients = byClient(items);
  return ({ client, clock }) => {
    const own = clients.get(client) ?? [];
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (own[middle]!.id.clock <= clock) low = middle + 1;
      else high = middle;
    }
    const item = own[low - 1];
    return item !== undefined && clock < item.id.clock + item.length ? item : null;
  };
}
