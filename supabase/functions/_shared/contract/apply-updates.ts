import * as Y from 'yjs';

/**
 * Applies all updates in a single transaction with this origin, then the pending structs whose dependencies are all there.
 * Yjs alone may leave such structs pending (docs/decisions/0049). Throws an error of Yjs if the bytes are not an update.
 * `yjs-supabase` has a twin of this function, because the package does not import the contract. One test covers both.
 */
export function applyUpdates(doc: Y.Doc, updates: readonly Uint8Array[], origin: unknown = null): void {
  Y.transact(
    doc,
    () => {
      for (const update of updates) Y.applyUpdate(doc, update, origin);
      applyWaiting(doc, origin);
    },
    origin,
    false,
  );
}

/** Applies pending structs again until no more of them can be applied. */
function applyWaiting(doc: Y.Doc, origin: unknown): void {
  const { store } = doc;
  for (
    let before = -1, now = sizeOf(doc);
    store.pendingStructs !== null && now !== before;
    now = sizeOf(doc)
  ) {
    before = now;
    const { update } = store.pendingStructs;
    store.pendingStructs = null;
    Y.applyUpdateV2(doc, update, origin);
  }
}

/** Grows with every struct that is applied. */
const sizeOf = ({ store }: Y.Doc): number =>
  [...store.clients.keys()].reduce((size, client) => size + Y.getState(store, client), 0);
