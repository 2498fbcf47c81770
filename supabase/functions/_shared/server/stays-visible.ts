import * as Y from 'yjs';
import { applyUpdates } from '../contract/apply-updates.ts';

/**
 * Applies an update. False if some of the content that `clientId` inserts is not visible afterwards, because the block around
 * it has been deleted.
 */
export function staysVisible(doc: Y.Doc, update: Uint8Array, clientId: number): boolean {
  applyUpdates(doc, [update]);
  // Yjs deletes marks that it inserted and does not need.
  const { ds } = Y.decodeUpdate(update);
  return (doc.store.clients.get(clientId) ?? []).every(
    (struct) => Y.isDeleted(ds, struct.id) || (struct instanceof Y.Item && isVisible(struct)),
  );
}

function isVisible(item: Y.Item): boolean {
  if (item.deleted) return false;
  const { parent } = item;
  if (!(parent instanceof Y.AbstractType)) return false;
  return parent._item === null || isVisible(parent._item);
}
