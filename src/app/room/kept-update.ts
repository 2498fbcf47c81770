/** What is kept on this device of one own update, and where. */
import type { HeardItem, HeardSession } from '../../yjs-supabase/index.ts';

/** One editing session of one history of a document. */
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
  /** When it was last written, in milliseconds since 1970. */
  readonly atMs: number;
  /** The title of the document then, for showing. */
  readonly documentTitle: string;
  /** The update changes the title. */
  readonly changesTitle: boolean;
  /** Why the server will not take it: a code of the contract, or `incomplete`; `displaced` when it has taken it. */
  readonly refused?: string;
  /** The displaced words of the whole session. */
  readonly displaced?: string;
}

/** An own update as it is to be from now on: in the log when it says since when. */
export interface OwnRow extends KeptUpdate {
  readonly [BY_ACK]?: number;
}

/** Whether something is so new. What a clock that ran ahead has dated into the future is not. */
export const isNewerThan = (ageMs: number, atMs: number, nowMs: number): boolean =>
  atMs <= nowMs && nowMs - atMs < ageMs;

/** At least one. */
export type Rows = readonly [KeptUpdate, ...KeptUpdate[]];

/** The session with the oldest words first. */
export function groupBySession(rows: readonly KeptUpdate[]): readonly Rows[] {
  const groups = new Map<string, [KeptUpdate, ...KeptUpdate[]]>();
  for (const row of rows.toSorted((a, b) => a.counter - b.counter)) {
    const group = groups.get(row.sessionId);
    if (group) group.push(row);
    else groups.set(row.sessionId, [row]);
  }
  return [...groups.values()].toSorted((a, b) => a[0].atMs - b[0].atMs);
}

/** What others said live and the log lacks, on which own updates may rest; by the session that heard it. */
export interface KeptHeard extends HeardItem {
  readonly atMs: number;
}

/** What the log does not have, as far as is known. */
export const UNSENT = 'unsent';
/** What it said it has: kept for a day, in case the log itself is set back. */
export const ACKED = 'acked';
export const BY_ACK = 'ackedAtMs';
export const HEARD = 'heard';
/** Small things to remember about this device. */
export const FACTS = 'facts';

/** The order of the keys is the order in which a session's updates have to be sent. */
export function createStores(database: IDBDatabase, oldVersion: number): void {
  const session = ['documentId', 'generation', 'sessionId'];
  if (oldVersion < 1) {
    const keyPath = [...session, 'counter'];
    database.createObjectStore(UNSENT, { keyPath });
    database.createObjectStore(ACKED, { keyPath }).createIndex(BY_ACK, BY_ACK);
    database.createObjectStore(FACTS);
  }
  if (oldVersion < 2)
    database.createObjectStore(HEARD, { keyPath: [...session, 'heardBy', 'counter', 'tag'] });
}

/** What was heard of a session, up to a counter. */
export function heardKeysOf(of: HeardSession, upTo = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  const start = [of.documentId, of.generation, of.sessionId, of.heardBy];
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
