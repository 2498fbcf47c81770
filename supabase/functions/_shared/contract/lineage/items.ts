/** Finds the items of a document that a change deleted or inserted. */
import * as Y from 'yjs';

/** Items that existed before the transaction; of a wider delete set, also those that were deleted earlier. */
export function deletedItems(
  transaction: Y.Transaction,
  deleteSet: Y.Transaction['deleteSet'] = transaction.deleteSet,
): Y.Item[] {
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
