/** Requests and replies of the edge functions. Bodies are JSON, or a frame (`frame.ts`) where noted. */
import * as z from 'zod/mini';
import { HEIRS_PATTERN } from './authorship/heir-ranges.ts';
import { cleanLine } from './clean-line.ts';
import {
  MAX_HEIRS_CHARS,
  MAX_STATE_VECTOR_BYTES,
  MAX_TITLE_CHARS,
  MAX_VERSION_NAME_CHARS,
  MAX_VERSION_NOTE_CHARS,
} from './limits.ts';

const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const uuid = z.uuid();
const positive = z.int().check(z.positive());
const seq = z.int().check(z.nonnegative());
const counter = positive;
/** Running hash of the log at its head: two logs of the same length are equal if their hashes are. */
const chain = z.string().check(z.length(32));
/** A Yjs client id: 32 bits, unsigned; 0 and 1 are the server's. */
const clientId = z.int().check(z.minimum(2), z.maximum(0xff_ff_ff_ff));
/** One line that a database can hold: no control character, no half of a surrogate pair. */
const line = z.string().check(z.overwrite((text) => cleanLine(text).replaceAll(HALF_PAIR, '')));

/** Empty, or ranges of four numbers. */
const HEIRS = new RegExp(`^$|${HEIRS_PATTERN.source}`);

/** A key or a secret of 32 bytes. */
export const keyDigits = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** `open-session`: registers this tab's editing session, which binds its Yjs client id to the user. */
export const openSessionRequest = z.object({
  documentId: uuid,
  sessionId: uuid,
  clientId,
  schema: positive,
  /** Verifies the session's signed frames. Older pages and those without Ed25519 send none. */
  publicKey: z.optional(keyDigits),
});
export const openSessionReply = z.object({
  sessionId: uuid,
  role: z.string(),
  mayEdit: z.boolean(),
  generation: positive,
  epoch: positive,
  head: seq,
  /** Returned only to the page that opened the session, which tags its live updates with it. */
  secret: keyDigits,
});

/**
 * `load-document`: all rows after `after`; when null, the newest snapshot and the rows after it. The reply is a frame.
 * A reader receives the state at the head as a snapshot and no rows; with `stateVector` (hexadecimal digits), only what
 * that lacks.
 */
export const loadRequest = z.object({
  documentId: uuid,
  after: z.nullable(seq),
  stateVector: z.optional(
    z.string().check(z.regex(/^([0-9a-f]{2})*$/), z.maxLength(2 * MAX_STATE_VECTOR_BYTES)),
  ),
});

export const updateKindSchema = z.enum(['edit', 'restore', 'seed', 'relay', 'import']);

const rowName = z.tuple([seq, z.nullable(uuid), seq, updateKindSchema]);

/**
 * Header of the frame that `load-document` returns. `snapshotSeq` is null when the frame has no snapshot; otherwise the
 * first part is the snapshot. Each row describes one further part, in order: seq, editing session, its counter, kind.
 * `latest`, for readers: of each session with rows after `after`, the one with the highest counter.
 */
export const loadHeader = z.object({
  role: z.string(),
  mayEdit: z.boolean(),
  generation: positive,
  epoch: positive,
  schema: positive,
  head: seq,
  chain,
  snapshotSeq: z.nullable(seq),
  rows: z.array(rowName),
  latest: z.optional(z.nullable(z.array(rowName))),
});
export type LoadHeader = z.infer<typeof loadHeader>;

/** Header of the frame that `append-updates` takes; its parts are the updates with counters from `firstCounter` on. */
export const appendHeader = z.object({
  documentId: uuid,
  sessionId: uuid,
  generation: positive,
  schema: positive,
  firstCounter: counter,
  /** Of each update, which deleted text it inserts again (`authorship/heirs.ts`); '' for none. */
  heirs: z.optional(z.array(z.string().check(z.regex(HEIRS), z.maxLength(MAX_HEIRS_CHARS)))),
  /** These updates change the title. Its text is read from the log, not from here (docs/decisions/0046). */
  title: z.optional(line.check(z.maxLength(MAX_TITLE_CHARS))),
});
/**
 * Header of the frame that relays live updates of another session, `sessionId`, to `append-updates`. `said` has for each
 * part its counter and its tag in hexadecimal digits, in the order of the counters.
 */
export const relayHeader = z.object({
  documentId: uuid,
  sessionId: uuid,
  generation: positive,
  schema: positive,
  said: z.array(z.tuple([counter, z.string().check(z.regex(/^[0-9a-f]{32}$/))])),
});
/** `acked`: the session's last durable counter, whether it came with this request or an earlier one. */
export const appendReply = z.object({
  head: seq,
  chain,
  acked: seq,
  epoch: positive,
});

/** `index-text`: for a page that ends writing. `isDue`: the text is being indexed for search. */
export const indexTextRequest = z.object({ documentId: uuid });
export const indexTextReply = z.object({ isDue: z.boolean() });

/** `save-snapshot`: folds the log into a snapshot, and makes it a version in the history unless `version` is false. */
export const saveSnapshotRequest = z.object({
  documentId: uuid,
  name: z.optional(line.check(z.trim(), z.maxLength(MAX_VERSION_NAME_CHARS))),
  note: z.optional(line.check(z.trim(), z.maxLength(MAX_VERSION_NOTE_CHARS))),
  /** False folds the log without adding a version to the history. */
  version: z._default(z.boolean(), true),
});
export const saveSnapshotReply = z.object({ seq, versionId: z.nullable(uuid) });

/** `read-version`: the state of one version. The parts of the reply are Yjs updates that make it up, in order. */
export const readVersionRequest = z.object({ documentId: uuid, versionId: uuid });
export const readVersionHeader = z.object({ versionId: uuid, seq });

/** `restore-version`: appends the change that turns the text the user saw into the version's. */
export const restoreRequest = z.object({
  documentId: uuid,
  versionId: uuid,
  /** Newest seq that the user had seen. Later changes are kept. Not needed with `takesBack`. */
  seenHead: z.optional(seq),
  /** The version was saved before a restore; undo that restore, unless it is undone already. */
  takesBack: z.optional(z.boolean()),
});
/**
 * `backupVersionId`: the version that was saved just before the restore; null when the restore was undone already.
 * `head` includes the restore.
 */
export const restoreReply = z.object({ head: seq, backupVersionId: z.nullable(uuid) });

/** The JSON that the RPC `document_head` returns. */
export const headReply = z.object({
  head: seq,
  chain,
  /** The rows after the requested seq, in order, as session, first and last counter; null for too many. */
  rows: z.nullable(z.array(z.tuple([z.nullable(uuid), seq, seq]))),
  epoch: positive,
  generation: positive,
  role: z.string(),
  mayEdit: z.boolean(),
  /** Limited by `MAX_DOCUMENT_WEIGHT` (`limits.ts`). */
  weight: z.int().check(z.nonnegative()),
  /** The snapshot from which loading starts. `digest` as in `fingerprint.ts`; empty without a snapshot. */
  snapshot: z.object({ seq, digest: z.string() }),
});
