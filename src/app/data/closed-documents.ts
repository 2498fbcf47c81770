const closedListeners = new Set<() => void>();

/** A document was closed and its last changes have been saved, or cannot be. */
export const reportClosed = (): void => closedListeners.forEach((listener) => listener());

/** The list that was fetched when the user left the document may still have its title of before. */
export function onDocumentClosed(listener: () => void): () => void {
  closedListeners.add(listener);
  return () => void closedListeners.delete(listener);
}
