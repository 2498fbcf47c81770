/**
 * The durable side of a document: an append-only log of Yjs updates with a contiguous `seq`. A port: the provider calls
 * it, the host implements it over any transport to the server.
 *
 * For implementers: no method rejects for an expected failure; it resolves to an `Outcome`. A request that cannot reach
 * the server, or exceeds its time limit, is `unreachable`. A request that the server rejects is `refused` with its
 * code. `append` must resolve `ok` only after the server has committed, because the provider then reports the change as
 * saved.
 */

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
 * Consecutive rows of the log, by name: a session's updates with the counters `from` to `to`. The session is null for
 * rows that no session wrote.
 */
export type RowRun = readonly [sessionId: string | null, from: number, to: number];

/** A document's facts at the time of a request. `head` is the newest `seq`. */
export interface LogFacts {
  /** The server's name for the role; the provider does not interpret it. */
  readonly role: string;
  /** Whether the user may change the document. */
  readonly mayEdit: boolean;
  readonly generation: number;
  readonly epoch: number;
  readonly head: number;
}

/**
 * `chain` is the running hash of the log at `head`: '' before the first row, then the first 32 hexadecimal digits of
 * SHA-256(the previous chain, followed by the SHA-256 of the row's bytes in hexadecimal digits).
 */
export interface LogHead extends LogFacts {
  readonly chain: string;
  /** The rows after the requested `since`, by name; null when there are none, or too many to name. */
  readonly rows: readonly RowRun[] | null;
  readonly snapshot: SnapshotPlace;
  /** Open sessions that have neither polled nor appended for 20 s; omitted by a log that does not know. */
  readonly silent?: readonly string[];
  /** Added by the host's server; the provider passes it on. */
  readonly host?: unknown;
}

/**
 * The snapshot that loading starts from. `digest` is the host's digest of the document at `seq`; '' while there is
 * none.
 */
export interface SnapshotPlace {
  readonly seq: number;
  readonly digest: string;
}

/** A row of the log without its bytes. */
export type RowName = Omit<LogRow, 'bytes'>;

/**
 * Rows after the requested `seq`, in order; preceded by a snapshot if the server prefers that (or pruned the rows). A user
 * who may not edit receives a snapshot at the head and no rows (PROTOCOL.md, R1).
 */
export interface LoadedLog extends LogFacts {
  readonly chain: string;
  readonly schema: number;
  readonly snapshot: { readonly seq: number; readonly bytes: Uint8Array } | null;
  readonly rows: readonly LogRow[];
  /**
   * Set with a snapshot for a user who may not edit: for each session with rows after the requested `seq`, the row up to
   * whose counter the log is complete for that session. Null when the server did not name the rows.
   */
  readonly latest?: readonly RowName[] | null;
}

/** Name and colour as stored by the server; `color` is `#` and six hexadecimal digits. */
export interface RosterEntry {
  readonly sessionId: string;
  readonly clientId: number;
  readonly userId: string;
  readonly name: string;
  readonly color: string;
}

/** A session that is present. `isSilent`: its line has probably failed. */
export interface PresentEntry extends RosterEntry {
  readonly isSilent?: true;
}

/**
 * `key`: 32 bytes with which this session proves its live frames to the requesting session only (`proof.ts`). It is null if
 * there is none, or if the requesting session is not the caller's. `publicKey`: the one from the request that opened the
 * session; omitted or null if there is none.
 */
export interface KeyedEntry extends RosterEntry {
  readonly key: Uint8Array | null;
  readonly publicKey?: Uint8Array | null;
}

/** `publicKey`: 32 bytes that verify the session's signed frames. The server keeps that of the first request. */
export interface OpenSessionRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly clientId: number;
  readonly schema: number;
  readonly publicKey?: Uint8Array;
}

/** `secret`: 32 bytes, returned to this session only, that prove its authorship of live updates (`tag.ts`). */
export interface OpenedSession extends LogFacts {
  readonly secret: Uint8Array;
}

export interface ReadHeadRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly since: number;
}

export interface LoadRequest {
  readonly documentId: string;
  readonly after: number | null;
  /** Sent for a user who may not edit: the Yjs state vector of the document, so that the snapshot has only missing structs. */
  readonly stateVector?: Uint8Array;
}

export interface AppendRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly schema: number;
  /** Counter of the first update; the others follow without a hole. */
  readonly firstCounter: number;
  readonly updates: readonly Uint8Array[];
  /** The title after these updates, if they changed it. */
  readonly title?: string;
  /** Of each update, which deleted text it inserts again (`doc/heirs.ts`); '' for none. A log without a history ignores it. */
  readonly heirs?: readonly string[];
  /** The page may be going away: use a transport that survives that, if there is one. */
  readonly leaving?: boolean;
}

/** An update as it was received live. */
export interface ReceivedUpdate {
  readonly counter: number;
  readonly tag: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Updates that another session, `sessionId`, broadcast and that the log lacks. */
export interface RelayRequest {
  readonly documentId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly schema: number;
  /** Ordered by counter. A counter may occur with several bytes; the tag identifies the author's. */
  readonly updates: readonly ReceivedUpdate[];
}

/**
 * `acked`: the session's last durable counter, from this request or an earlier one. `chain`: at `head`.
 */
export interface Appended {
  readonly head: number;
  readonly chain: string;
  readonly acked: number;
  readonly epoch: number;
}

export interface DocumentLog {
  /** Binds this tab's Yjs client id to the signed-in user. Idempotent for the same session id. */
  openSession(request: OpenSessionRequest): Promise<Outcome<OpenedSession>>;
  /** Loads everything after `after`, or the whole document when null. */
  load(request: LoadRequest): Promise<Outcome<LoadedLog>>;
  append(request: AppendRequest): Promise<Outcome<Appended>>;
  /** Appends updates under their author's session if their tags are valid; skips the rest. */
  relay(request: RelayRequest): Promise<Outcome<Appended>>;
  /** The head of the log, with the rows after `since` by name. Also keeps the editing session alive. */
  head(request: ReadHeadRequest): Promise<Outcome<LogHead>>;
  /** The editing sessions that may be present in the document, with their keys for the caller's session. */
  roster(documentId: string, sessionId: string): Promise<Outcome<readonly KeyedEntry[]>>;
  /** Requests a snapshot of the log. */
  fold(documentId: string): Promise<Outcome<null>>;
}
