/** Which texts leave this device when there are too many or they are too large. Pure. */

export const MOST_RECENT = 50;
export const MOST_BYTES = 200 * 1024 * 1024;

export interface KeptFacts {
  readonly documentId: string;
  readonly bytes: number;
  /** Time of the last opening, in milliseconds since 1970. */
  readonly usedAtMs: number;
}

/** Why a text stays although it was not opened lately. */
export interface Held {
  /** Unsent or pinned or not created on the server yet: it stays in any case. */
  readonly always: ReadonlySet<string>;
  /** Stays while there is room. */
  readonly favorites: ReadonlySet<string>;
}

/** The least recently used go first. */
export function chooseEvicted(
  facts: readonly KeptFacts[],
  held: Held,
  mostBytes = MOST_BYTES,
): readonly string[] {
  const evicted: string[] = [];
  let [recent, bytes] = [0, 0];
  for (const { documentId, bytes: own } of facts) if (held.always.has(documentId)) bytes += own;
  for (const { documentId, bytes: own } of facts.toSorted((a, b) => b.usedAtMs - a.usedAtMs)) {
    if (held.always.has(documentId)) continue;
    const isFavorite = held.favorites.has(documentId);
    const fits = bytes + own <= mostBytes && (isFavorite || recent < MOST_RECENT);
    if (!fits) evicted.push(documentId);
    else {
      bytes += own;
      if (!isFavorite) recent += 1;
    }
  }
  return evicted;
}
