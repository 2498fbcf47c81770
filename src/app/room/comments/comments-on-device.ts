/** Where unsent comments and drafts are kept: entries of `localStorage`, by user and document. Loaded with every page. */

const PREFIX = 'spolu-comment';

export const prefixOf = (userId: string, documentId?: string): string =>
  documentId === undefined ? `${PREFIX}:${userId}:` : `${PREFIX}:${userId}:${documentId}:`;

/** Of drafts, which no server misses. */
export const draftPrefixOf = (userId: string): string => `spolu.draft.${userId}.`;

const onThisDevice = (): Storage => localStorage;

/** Documents in which this user has comments that are only on this device. */
export function listDocumentsWithComments(userId: string): ReadonlySet<string> {
  const prefix = prefixOf(userId);
  const keys = listEntries(onThisDevice, prefix).map(([key]) => key.slice(prefix.length));
  return new Set(keys.map((key) => key.slice(0, key.indexOf(':'))));
}

export function clearComments(userId: string): void {
  for (const prefix of [prefixOf(userId), draftPrefixOf(userId)])
    for (const [key] of listEntries(onThisDevice, prefix)) orNothing(() => localStorage.removeItem(key));
}

export function listEntries(open: () => Storage, prefix: string): readonly [string, string][] {
  const entries = orNothing(() => Object.entries<string>(open()));
  return (entries ?? []).filter(([key]) => key.startsWith(prefix));
}

/** Null if the browser blocks storage, or if it is full. */
export function orNothing<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}
