import * as Y from 'yjs';

/**
 * Applies all updates in a single transaction with this origin, and then what waits in the document and has everything that
 * it depends on. Yjs alone lets some of that wait for ever (docs/decisions/0049). Throws what Yjs throws on bytes that are no
 * update. `yjs-supabase` has a twin of this function, because the package does not import the contract; one test tries both.
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
