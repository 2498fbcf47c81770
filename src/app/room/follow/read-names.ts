/**
 * Derives which units the authors of updates had seen. A deletion names the units that its author had; a unit that is deleted
 * with its block without being named was typed concurrently.
 */
import * as Y from 'yjs';

/** `clientId`: the author's Yjs client, if known. */
export interface AuthoredUpdate {
  readonly bytes: Uint8Array;
  readonly clientId: number | null;
}

export interface Names {
  /** Authors of deletions; null for an unknown one. */
  readonly authors: readonly (number | null)[];
  /** Named by this author, or by an unknown one. */
  isNamed(author: number | null, client: number, clock: number): boolean;
  isNamedByAny(client: number, clock: number): boolean;
  /** The first author that names it; null if that one is unknown or none does. */
  authorOf(client: number, clock: number): number | null;
  and(updates: readonly AuthoredUpdate[]): Names;
}

type DeleteSet = ReturnType<typeof Y.decodeUpdate>['ds'];
type Authored = readonly [author: number | null, DeleteSet];

export const NO_NAMES: Names = namesOf([]);

function namesOf(sets: readonly Authored[]): Names {
  const has = (client: number, clock: number, isWanted: (author: number | null) => boolean): boolean =>
    sets.some(([author, ds]) => isWanted(author) && isIn(ds, client, clock));
  return {
    authors: [...new Set(sets.map(([author]) => author))],
    isNamed: (author, client, clock) =>
      has(client, clock, (one) => author === null || one === null || one === author),
    isNamedByAny: (client, clock) => has(client, clock, () => true),
    authorOf: (client, clock) => sets.find(([, ds]) => isIn(ds, client, clock))?.[0] ?? null,
    and: (updates) => namesOf([...sets, ...updates.flatMap(readSet)]),
  };
}

function readSet({ bytes, clientId }: AuthoredUpdate): Authored[] {
  const { ds, structs } = Y.decodeUpdate(bytes);
  if (ds.clients.size === 0) return [];
  const writers = new Set(structs.map(({ id }) => id.client));
  const [writer = null] = writers.size === 1 ? writers : [];
  return [[clientId ?? writer, ds]];
}

const isIn = (ds: DeleteSet, client: number, clock: number): boolean =>
  (ds.clients.get(client) ?? []).some((range) => range.clock <= clock && clock < range.clock + range.len);
