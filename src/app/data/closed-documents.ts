const closedListeners = new Set<() => void>();

/** A document was closed and its last changes have been saved, or cannot be. */
export const reportClosed = (): void => closedListeners.forEach((listener) => listener());

/** Calls the listener, so that it refetches the list: one fetched as the user left may still have the earlier title. */
export function onDocumentClosed(listener: () => void): () => void {
  closedListeners.add(listener);
  return () => void closedListeners.delete(listener);
}
