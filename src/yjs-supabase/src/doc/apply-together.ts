import { applyUpdate, applyUpdateV2, getState, transact, type Doc } from 'yjs';

/**
 * Applies all updates in a single transaction with this origin, then the pending structs whose dependencies are all there
 * (PROTOCOL.md, S8b). Yjs alone may leave such structs pending (docs/decisions/0049).
 */
export function applyTogether(doc: Doc, updates: readonly Uint8Array[], origin: unknown): void {
  transact(
    doc,
    () => {
      for (const update of updates) applyUpdate(doc, update, origin);
      applyWaiting(doc, origin);
    },
    origin,
    false,
  );
}

/** Applies pending structs again until no more of them can be applied. */
function applyWaiting(doc: Doc, origin: unknown): void {
  const { store } = doc;
  for (
    let before = -1, now = sizeOf(doc);
    store.pendingStructs !== null && now !== before;
    now = sizeOf(doc)
  ) {
    before = now;
    const { update } = store.pendingStructs;
    store.pendingStructs = null;
    applyUpdateV2(doc, update, origin);
  }
}

/** Grows with every struct that is applied. */
const sizeOf = ({ store }: Doc): number =>
  [...store.clients.keys()].reduce((size, client) => size + getState(store, client), 0);

/** Whether the document has pending structs or deletions. */
export const isWaiting = ({ store }: Doc): boolean =>
  store.pendingStructs !== null || store.pendingDs !== null;
