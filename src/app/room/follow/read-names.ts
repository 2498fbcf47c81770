/**
 * What the authors of updates had seen: a deletion names the units that its author knew. A unit that goes with a deleted
 * block without being named was typed meanwhile.
 */
import * as Y from 'yjs';

/** `clientId`: the author's Yjs client, if it is known. */
export interface AuthoredUpdate {
  readonly bytes: Uint8Array;
  readonly clientId: number | null;
}

export interface Names {
  /** Authors of deletions, null for one that is not known. */
  readonly authors: readonly (number | null)[];
  /** Named by this author, or by one that is not known. */
  isNamed(author: number | null, client: number, clock: number): boolean;
  isNamedByAny(client: number, clock: number): boolean;
  /** The first author that names it; null when that one is not known, or there is none. */
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
