import { applyUpdate, transact, type Doc } from 'yjs';

/** In one transaction of this origin, which one update is by itself. */
export function applyTogether(doc: Doc, updates: readonly Uint8Array[], origin: unknown): void {
  if (updates.length === 1) applyEach(doc, updates, origin);
  else transact(doc, () => applyEach(doc, updates, origin), origin, false);
}

function applyEach(doc: Doc, updates: readonly Uint8Array[], origin: unknown): void {
  for (const bytes of updates) applyUpdate(doc, bytes, origin);
}

/** Whether something in the document was written behind words that it does not have. */
export const isWaiting = ({ store }: Doc): boolean =>
  store.pendingStructs !== null || store.pendingDs !== null;
