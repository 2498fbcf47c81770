import { applyUpdate, transact, type Doc } from 'yjs';

/** In one transaction of this origin, which one update is by itself. */
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

/** Whether something in the document was written behind words that it does not have. */
export const isWaiting = ({ store }: Doc): boolean =>
  store.pendingStructs !== null || store.pendingDs !== null;
