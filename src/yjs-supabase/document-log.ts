/**
 * The durable side of a document: an append-only log of Yjs updates with a contiguous `seq`. A port: the provider calls
 * it, the host implements it over whatever reaches the server.
 *
 * For implementers: no method rejects for an expected failure; it resolves to an `Outcome`. A request that cannot reach
 * the server, or runs into its own time limit, is `unreachable`. What the server says no to is `refused` with its code.
 * `append` must resolve `ok` only after the server has committed: "saved" is said on the strength of it.
 */

export type Role = 'owner' | 'editor' | 'commenter' | 'viewer';

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: LogFailure };

export type LogFailure =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly code: string; readonly retryAfterMs?: number };

/** One row of the log. `counter` is 0 for rows that no editing session wrote. */
export interface LogRow {
  readonly seq: number;
  readonly sessionId: string | null;
  readonly counter: number;
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/**
 * Rows that follow each other in the log, by name: a session's updates with the counters `from` to `to`. The session is null
 * for rows that none wrote.
 */
export type RowRun = readonly [sessionId: string | null, from: number, to: number];

/** What the server says about a document at the time of a request. `head` is the newest `seq`. */
export interface LogFacts {
  readonly role: Role;
  readonly generation: number;
  readonly epoch: number;
  readonly head: number;
}

/**
 * `chain` is the running hash of the log at `head`, in hexadecimal digits: '' before the first row, then the first 32 of
 * SHA-256(the chain before, followed by the SHA-256 of the row's bytes in hexadecimal digits).
 */
export interface LogHead extends LogFacts {
  readonly chain: string;
  /** The rows after the asked `since`, by name; null when there are none, or too many to name. */
  readonly rows: readonly RowRun[] | null;
  readonly snapshot: SnapshotPlace;
}

/** The state that loading starts from. `digest` is the host's, of the document at `seq`; '' while there is none. */
export interface SnapshotPlace {
  readonly seq: number;
  readonly digest: string;
}

/** Rows after the asked `seq`, in order; with a snapshot first when the server prefers that (or pruned the rows). */
export interface LoadedLog extends LogFacts {
  readonly chain: string;
  readonly schema: number;
  readonly snapshot: { readonly seq: number; readonly bytes: Uint8Array } | null;
  readonly rows: readonly LogRow[];
}

/** Name and colour as the server knows them; `color` is six hex digits with `#`. */
export interface RosterEntry {
  readonly sessionId: string;
  readonly clientId: number;
  readonly userId: string;
  readonly name: string;
  readonly color: string;
}

/**
 * `key`: 32 bytes with which this session proves to the asking one, and to nobody else, what it says live (`proof.ts`);
 * null when there is none, or the asking session is not the caller's.
 */
export interface KeyedEntry extends RosterEntry {
  readonly key: Uint8Array | null;
}

export interface OpenSessionRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly clientId: number;
  readonly schema: number;
}

/** `secret`: 32 bytes that the server gives to nobody else; proves that live updates are this session's (`tag.ts`). */
export interface OpenedSession extends LogFacts {
  readonly secret: Uint8Array;
}

export interface ReadHeadRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly since: number;
}

export interface AppendRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly schema: number;
  /** Counter of the first update; the others follow without a hole. */
  readonly firstCounter: number;
  readonly updates: readonly Uint8Array[];
  /** The title as it reads after these updates, when they changed it. */
  readonly title?: string;
  /** The page may be going away: send in a way that survives that, if there is one. */
  readonly leaving?: boolean;
}

/** An update as it came live. */
export interface SaidUpdate {
  readonly counter: number;
  readonly tag: Uint8Array;
  readonly bytes: Uint8Array;
}

/** What the session `sessionId`, somebody else's, said live and the log lacks. */
export interface RelayRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly schema: number;
  /** In the order of their counters; one counter may come with several bytes, of which the tag tells the author's. */
  readonly updates: readonly SaidUpdate[];
}

/**
 * `acked`: the session's last durable counter, whether it came with this request or an earlier one. `chain`: at `head`.
 */
export interface Appended {
  readonly head: number;
  readonly chain: string;
  readonly acked: number;
  readonly epoch: number;
}

export interface DocumentLog {
  /** Binds this tab's Yjs client id to the signed-in person. Repeating it with the same session id is harmless. */
  openSession(request: OpenSessionRequest): Promise<Outcome<OpenedSession>>;
  /** Everything after `after`, or the whole document when null. */
  load(request: { readonly documentId: string; readonly after: number | null }): Promise<Outcome<LoadedLog>>;
  append(request: AppendRequest): Promise<Outcome<Appended>>;
  /** Logs under the author's session what the author's tags prove; passes over the rest. */
  relay(request: RelayRequest): Promise<Outcome<Appended>>;
  /** Where the log stands, with the rows after `since` by name. Also says that the editing session is alive. */
  head(request: ReadHeadRequest): Promise<Outcome<LogHead>>;
  /** The editing sessions of everyone who may be in the document now, with their keys for the caller's own session. */
  roster(documentId: string, sessionId: string): Promise<Outcome<readonly KeyedEntry[]>>;
  /** Has the server make a snapshot of what the log has now. */
  fold(documentId: string): Promise<Outcome<null>>;
}
