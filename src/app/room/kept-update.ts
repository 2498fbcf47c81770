/** A local update as stored on this device, and the object stores. */
import type { UnloggedItem, UnloggedSession } from '#yjs-supabase';

/** One editing session in one generation of a document. */
export interface SessionKey {
  readonly documentId: string;
  readonly generation: number;
  readonly sessionId: string;
}

export interface KeptUpdate extends SessionKey {
  /** Contiguous within the session, from 1. */
  readonly counter: number;
  /** The Yjs client id that wrote it. */
  readonly clientId: number;
  /** Schema of the client that wrote it. */
  readonly schema: number;
  readonly bytes: Uint8Array;
  /** Time of the last write, in milliseconds since 1970. */
  readonly atMs: number;
  /** The document's title at that time, for display. */
  readonly documentTitle: string;
  /** The update changes the title. */
  readonly changesTitle: boolean;
  /** Which deleted text the update inserts again; absent where an older build kept it. */
  readonly heirs?: string;
  /** Why the server rejects it: a contract code, or `incomplete`; `displaced` if the log has it. */
  readonly refused?: string;
  /** The displaced text of the whole session. */
  readonly displaced?: string;
}

/** A local update as it should be stored; it is in the log if it has a time of acknowledgment. */
export interface OwnRow extends KeptUpdate {
  readonly [BY_ACK]?: number;
}

/** Whether `atMs` is less than `ageMs` ago. A time in the future, written by a fast clock, is not. */
export const isNewerThan = (ageMs: number, atMs: number, nowMs: number): boolean =>
  atMs <= nowMs && nowMs - atMs < ageMs;

/** Never empty. */
export type Rows = readonly [KeptUpdate, ...KeptUpdate[]];

/** Groups rows by session; the session with the oldest change comes first. */
export function groupBySession(rows: readonly KeptUpdate[]): readonly Rows[] {
  const groups = new Map<string, [KeptUpdate, ...KeptUpdate[]]>();
  for (const row of rows.toSorted((a, b) => a.counter - b.counter)) {
    const group = groups.get(row.sessionId);
    if (group) group.push(row);
    else groups.set(row.sessionId, [row]);
  }
  return [...groups.values()].toSorted((a, b) => a[0].atMs - b[0].atMs);
}

/** A peer's live update that the log lacks and local updates may depend on. `receivedBy`: the local session that received it. */
export interface KeptUnlogged extends UnloggedItem {
  readonly atMs: number;
}

/** The same in IndexedDB. Its field keeps the name that it has on devices. */
export type StoredUnlogged = Omit<KeptUnlogged, 'receivedBy'> & { readonly heardBy: string };

export const toStored = ({ receivedBy, ...rest }: KeptUnlogged): StoredUnlogged => ({
  ...rest,
  heardBy: receivedBy,
});

export const fromStored = ({ heardBy, ...rest }: StoredUnlogged): KeptUnlogged => ({
  ...rest,
  receivedBy: heardBy,
});

/** Store of updates that are not known to be in the log. */
export const UNSENT = 'unsent';
/** Store of acknowledged updates, kept for a day in case the log is set back. */
export const ACKED = 'acked';
export const BY_ACK = 'ackedAtMs';
/** Devices have a store of this name already, with rows of `StoredUnlogged`. */
export const UNLOGGED = 'heard';
/** Key-value store for facts about this device. */
export const FACTS = 'facts';

/** Keys sort in the order in which a session's updates have to be sent. */
export function createStores(database: IDBDatabase, oldVersion: number): void {
  const session = ['documentId', 'generation', 'sessionId'];
  if (oldVersion < 1) {
    const keyPath = [...session, 'counter'];
    database.createObjectStore(UNSENT, { keyPath });
    database.createObjectStore(ACKED, { keyPath }).createIndex(BY_ACK, BY_ACK);
    database.createObjectStore(FACTS);
  }
  if (oldVersion < 2)
    database.createObjectStore(UNLOGGED, { keyPath: [...session, 'heardBy', 'counter', 'tag'] });
}

/** Updates received from a session, up to a counter. */
export function unloggedKeysOf(of: UnloggedSession, upTo = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  const start = [of.documentId, of.generation, of.sessionId, of.receivedBy];
  // An array sorts after all bytes.
  return IDBKeyRange.bound([...start, 0], [...start, upTo, []]);
}

/** The updates of a session with counters in (after, upTo]. */
export function keysOf(session: SessionKey, after = 0, upTo = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  const { documentId, generation, sessionId } = session;
  const start = [documentId, generation, sessionId];
  return IDBKeyRange.bound([...start, after], [...start, upTo], true, false);
}

/** The key of one update in its store. */
export const keyOf = ({ documentId, generation, sessionId, counter }: KeptUpdate): (string | number)[] => [
  documentId,
  generation,
  sessionId,
  counter,
];

export const nameOf = (update: KeptUpdate): string => keyOf(update).join('/');
