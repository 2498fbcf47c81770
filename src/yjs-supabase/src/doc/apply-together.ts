import { applyUpdate, transact, type Doc } from 'yjs';

/** Applies all updates in a single transaction with this origin. A lone update already is one. */
export function applyTogether(doc: Doc, updates: readonly Uint8Array[], origin: unknown): void {
  const first = updates[0];
  if (first && updates.length === 1) return applyUpdate(doc, first, origin);
  transact(
    doc,
    () => {
      for (const bytes of updates) applyUpdate(doc, bytes, origin);
    },
    origin,
    false,
  );
}

/** Whether the document has pending structs or deletions. */
export const isWaiting = ({ store }: Doc): boolean =>
  store.pendingStructs !== null || store.pendingDs !== null;
