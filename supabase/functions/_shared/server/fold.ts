/**
 * Folding: merges the log of a document into one Y.Doc, on the server. The largest allowed document must fold within the
 * memory and the processor time of an edge function (docs/decisions/0025).
 */
import * as Y from 'yjs';
import { applyUpdates } from '../contract/apply-updates.ts';
import { fingerprint } from '../contract/fingerprint.ts';
import { decodeFrame } from '../contract/frame.ts';
import { encodeHex } from '../contract/hex.ts';
import { MAX_DOCUMENT_WEIGHT, MAX_SNAPSHOT_BYTES, weigh } from '../contract/limits.ts';
import { createUpdateGate } from '../contract/update-gate.ts';
import { loadHeader, type LoadHeader } from '../contract/requests.ts';
import { actor, type Caller } from './caller.ts';
import { hex, type Database } from './database.ts';
import { Refusal } from './refusal.ts';
import { afterFold, noteFold, type FoldNotes } from './after-fold.ts';
import { z } from 'zod';

export interface Folded {
  readonly header: LoadHeader;
  /** Seq of the last folded row. */
  readonly seq: number;
  readonly state: Uint8Array;
  readonly notes: FoldNotes;
  /** Limited by `MAX_DOCUMENT_WEIGHT`. */
  readonly weight: number;
  /** Fingerprint of the state; equal to that of a client that read the same rows. */
  readonly fingerprint: Uint8Array;
  /** Seqs of the rows that were left out, because every client refuses them. */
  readonly poison: readonly number[];
  /** The log lacks an update that a logged one depends on; the latter is not visible until it arrives. */
  readonly waits: boolean;
  /** The document at an earlier seq, or at the earliest that the log still has. The caller may change it. */
  docAt(seq: number): Y.Doc;
}

/** A log whose rows are applied to one doc step by step. */
export interface OpenLog {
  readonly doc: Y.Doc;
  /** Indexes of the rows that are left out. */
  readonly poison: readonly number[];
  /** Applies the rows before this index. */
  readTo(end: number): void;
}

/** Folds at most `mostBytes` of rows, but at least one row; the next fold continues there. */
export async function foldDocument(
  database: Database,
  caller: Caller,
  documentId: string,
  mostBytes = Infinity,
): Promise<Folded> {
  const frame = decodeFrame(
    await database.callBytes('load_document', { ...actor(caller), p_document: documentId, p_after: null }),
  );
  if (frame === null) throw new Error('load_document did not return a frame');
  const header = loadHeader.parse(frame.header);
  const snapshot = header.snapshotSeq === null ? null : (frame.parts[0] ?? null);
  const rows = takeRows(frame.parts.slice(snapshot === null ? 0 : 1), mostBytes);
  const { doc, poison, ...folded } = foldLog(snapshot, rows);
  return {
    ...folded,
    header,
    seq: header.rows[rows.length - 1]?.[0] ?? header.head,
    poison: poison.flatMap((at) => header.rows[at]?.[0] ?? []),
    docAt: (seq) => {
      const count = header.rows.filter(([at]) => at <= seq).length;
      return count >= rows.length ? doc : foldLog(snapshot, rows.slice(0, count)).doc;
    },
  };
}

/** The first rows, of at most `mostBytes`, but at least one row. */
export function takeRows(rows: readonly Uint8Array[], mostBytes: number): readonly Uint8Array[] {
  let bytes = 0;
  const over = rows.findIndex((row, at) => (bytes += row.length) > mostBytes && at > 0);
  return over < 0 ? rows : rows.slice(0, over);
}

/** Opens a log before its first row. All rows are judged before any is applied. */
export function openLog(snapshot: Uint8Array | null, rows: readonly Uint8Array[]): OpenLog {
  const { banned, poison } = judgeLog(snapshot, rows);
  // A new doc has no undo manager, which would keep deleted text.
  const doc = openDoc(snapshot);
  dropWaiting(doc, banned);
  let read = 0;
  return {
    doc,
    poison: [...poison],
    readTo: (end) => {
      applyUpdates(
        doc,
        rows.slice(read, end).filter((_, at) => !poison.has(read + at)),
      );
      read = Math.max(read, end);
    },
  };
}

function judgeLog(snapshot: Uint8Array | null, rows: readonly Uint8Array[]) {
  const gate = createUpdateGate();
  const banned: number[] = [];
  const judge = (update: Uint8Array, source: 'snapshot' | 'log'): boolean => {
    const verdict = gate.judge(update, source);
    if (verdict.kind === 'good') banned.push(...verdict.banned);
    return verdict.kind === 'poison';
  };
  if (snapshot !== null) judge(snapshot, 'snapshot');
  const first = rows.map((row) => judge(row, 'log'));
  const isPoison = (row: Uint8Array, at: number) =>
    first[at] === true || (banned.length > 0 && gate.isBanned(row));
  return { banned, poison: new Set(rows.flatMap((row, at) => (isPoison(row, at) ? [at] : []))) };
}

type FoldedLog = Pick<Folded, 'state' | 'notes' | 'weight' | 'fingerprint' | 'waits' | 'poison'> & {
  readonly doc: Y.Doc;
};

/** The state of a log, and the indexes of its poison rows. */
export function foldLog(snapshot: Uint8Array | null, rows: readonly Uint8Array[]): FoldedLog {
  const log = openLog(snapshot, rows);
  const { doc, poison } = log;
  log.readTo(rows.length);
  // Pending structs are encoded too, so a missing update blocks neither the fold nor its readers.
  const state = Y.encodeStateAsUpdate(doc);
  if (state.length > MAX_SNAPSHOT_BYTES) throw new Refusal('too_large');
  const print = fingerprint(doc);
  const weight = weigh(state.length, countParts(doc));
  if (weight <= REREAD_WEIGHT && !isEqual(print, fingerprint(openDoc(state))))
    throw new Error('the fold reads otherwise than its rows');
  const waits = doc.store.pendingStructs !== null;
  return { doc, state, notes: noteFold(doc), weight, fingerprint: print, waits, poison };
}

/**
 * Up to this weight a fold is decoded again and compared. There is no time for that with heavier documents; their readers
 * compare their copy with the digest (PROTOCOL.md, S20).
 */
const REREAD_WEIGHT = MAX_DOCUMENT_WEIGHT / 4;

const countParts = (doc: Y.Doc): number =>
  [...doc.store.clients.values()].reduce((sum, structs) => sum + structs.length, 0);

export const foldUpdates = (updates: readonly Uint8Array[]): Uint8Array => foldLog(null, updates).state;

/** Unused, but set because Yjs otherwise generates a random one digit by digit, which is slow. */
const GUID = 'fold';

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

function openDoc(state: Uint8Array | null): Y.Doc {
  const doc = new Y.Doc({ guid: GUID });
  if (state !== null) applyUpdates(doc, [state]);
  return doc;
}

/** The digest that is stored with a snapshot (`contract/fingerprint.ts`). */
export const digestOf = async (print: Uint8Array): Promise<string> =>
  encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', print as Uint8Array<ArrayBuffer>))).slice(
    0,
    32,
  );

/** Drops the pending structs of these clients. */
function dropWaiting(doc: Y.Doc, clients: readonly number[]): void {
  const { pendingStructs } = doc.store;
  if (pendingStructs === null || clients.length === 0) return;
  const past = Y.encodeStateVector(new Map(clients.map((client) => [client, Number.MAX_SAFE_INTEGER])));
  doc.store.pendingStructs = { ...pendingStructs, update: Y.diffUpdateV2(pendingStructs.update, past) };
}

export interface VersionFields {
  readonly kind: 'named' | 'automatic' | 'before_restore';
  readonly name?: string | undefined;
  readonly note?: string | undefined;
}

const saveReply = z.object({
  seq: z.number(),
  versionId: z.uuid().nullable().default(null),
  advanced: z.boolean(),
});

type Foldable = Pick<Folded, 'seq' | 'state' | 'notes' | 'fingerprint' | 'weight' | 'poison'> & {
  readonly header: Pick<LoadHeader, 'generation' | 'snapshotSeq'>;
};

/** Stores a fold as a snapshot; with `version`, also as a version in the history. */
export async function storeFold(
  database: Database,
  caller: Caller,
  documentId: string,
  folded: Foldable,
  version: VersionFields | null,
) {
  const snapshot = {
    ...actor(caller),
    p_document: documentId,
    p_generation: folded.header.generation,
    p_base: folded.header.snapshotSeq ?? 0,
    p_seq: folded.seq,
    p_bytes: hex(folded.state),
    p_digest: await digestOf(folded.fingerprint),
    p_poison: folded.poison,
    p_weight: folded.weight,
  };
  const { kind, name = null, note = null } = version ?? {};
  const stored = await (kind === undefined
    ? database.call('save_snapshot', snapshot, saveReply)
    : database.call('save_version', { ...snapshot, p_kind: kind, p_name: name, p_note: note }, saveReply));
  await afterFold(database, documentId, folded);
  return stored;
}
