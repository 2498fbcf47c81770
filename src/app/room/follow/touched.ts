/** Finds the items of a document that a change concerns. */
import * as Y from 'yjs';
import { deletedItems, itemsSince } from '#contract/lineage/items.ts';

/** Recent remote insertions, which may belong to the next deletion: a move inserts first and then deletes. */
export interface Recent {
  note(transaction: Y.Transaction): void;
  /** Units of the client from this clock on were inserted by the transaction or shortly before. */
  since(client: number, transaction: Y.Transaction): number;
}

const RECENT_MS = 3000;
const MAX_RECENT = 3;

export function createRecent(nowMs: () => number): Recent {
  let entries: readonly { readonly client: number; readonly clock: number; readonly atMs: number }[] = [];
  return {
    note: ({ local, beforeState, afterState }) => {
      if (local) return;
      for (const [client, after] of afterState) {
        const clock = beforeState.get(client) ?? 0;
        if (after === clock) continue;
        const others = entries.filter((entry) => entry.client !== client);
        const same = entries.filter((entry) => entry.client === client).slice(1 - MAX_RECENT);
        entries = [...others, ...same, { client, clock, atMs: nowMs() }];
      }
    },
    since: (client, { beforeState }) => {
      const now = nowMs();
      const fresh = entries.filter((entry) => entry.client === client && now - entry.atMs < RECENT_MS);
      return Math.min(beforeState.get(client) ?? 0, ...fresh.map(({ clock }) => clock));
    },
  };
}

/** Whether it deletes content that existed before. */
export const deletesAny = ({ deleteSet, beforeState }: Y.Transaction): boolean =>
  [...deleteSet.clients].some(([client, ranges]) =>
    ranges.some(({ clock }) => clock < (beforeState.get(client) ?? 0)),
  );

/** Items deleted by the transaction, and remote items inserted by it or recently. */
export function touchedItems(transaction: Y.Transaction, recent: Recent): readonly Y.Item[] {
  const { doc, afterState } = transaction;
  const items = deletedItems(transaction);
  for (const client of afterState.keys())
    if (client !== doc.clientID)
      items.push(...itemsSince(doc, client, recent.since(client, transaction)).filter(isLeft));
  return items;
}

/** Items deleted by the transaction and local items it inserted; empty if it inserted none. */
export function ownItems(transaction: Y.Transaction): readonly Y.Item[] {
  const { doc, beforeState } = transaction;
  const inserted = itemsSince(doc, doc.clientID, beforeState.get(doc.clientID) ?? 0).filter(isLeft);
  return inserted.length > 0 ? [...deletedItems(transaction), ...inserted] : [];
}

const isLeft = ({ deleted }: Y.Item): boolean => !deleted;

/** Per client, the newest unit that is adjacent to one of the author's: the author has seen everything up to it. */
export function seenBy({ store }: Y.Doc, author: number | null): ReadonlyMap<number, number> {
  const seen = new Map<number, number>();
  for (const item of author === null ? [] : (store.clients.get(author) ?? [])) {
    if (!(item instanceof Y.Item)) continue;
    for (const id of [item.origin, item.rightOrigin])
      if (id) seen.set(id.client, Math.max(id.clock, seen.get(id.client) ?? -1));
  }
  return seen;
}
