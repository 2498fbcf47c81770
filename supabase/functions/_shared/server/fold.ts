/** Folding: the log of a document becomes one Y.Doc, on the server, from the log alone. */
import * as Y from 'yjs';
import { fingerprint } from '../contract/fingerprint.ts';
import { decodeFrame } from '../contract/frame.ts';
import { MAX_DOCUMENT_BYTES } from '../contract/limits.ts';
import { createUpdateGate } from '../contract/update-gate.ts';
import { loadHeader, type LoadHeader } from '../contract/requests.ts';
import type { Caller } from './caller.ts';
import { hex, type Database } from './database.ts';
import { Refusal } from './refusal.ts';
import { z } from 'zod';

export interface Folded {
  readonly header: LoadHeader;
  readonly state: Uint8Array;
  /** Of the state, as a client has it that read the same rows. */
  readonly fingerprint: Uint8Array;
  /** Rows that were left out, because no client lets them in. */
  readonly poison: readonly number[];
  /** Some of it was written behind words that the log does not have, and is not shown before it has them. */
  readonly waits: boolean;
  /** The state as it was at an earlier seq, or the earliest that the log still tells. */
  stateAt(seq: number): Uint8Array;
}

/** Args that every database function of the log begins with. */
export const actor = (caller: Caller) => ({ p_actor: caller.userId, p_auth_session: caller.authSessionId });

export async function foldDocument(database: Database, caller: Caller, documentId: string): Promise<Folded> {
  const frame = decodeFrame(
    await database.callBytes('load_document', { ...actor(caller), p_document: documentId, p_after: null }),
  );
  if (frame === null) throw new Error('load_document answered with something that is not a frame');
  const header = loadHeader.parse(frame.header);
  const snapshot = header.snapshotSeq === null ? null : (frame.parts[0] ?? null);
  const rows = frame.parts.slice(snapshot === null ? 0 : 1);
  const folded = foldLog(snapshot, rows);
  return {
    header,
    state: folded.state,
    fingerprint: folded.fingerprint,
    waits: folded.waits,
    poison: folded.poison.flatMap((at) => header.rows[at]?.[0] ?? []),
    stateAt: (seq) => foldLog(snapshot, rows.slice(0, header.rows.filter(([at]) => at <= seq).length)).state,
  };
}

/** The state of a log, and the places of the rows that are poison: all are judged before any is applied. */
export function foldLog(
  snapshot: Uint8Array | null,
  rows: readonly Uint8Array[],
): Fold & { poison: readonly number[] } {
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
  const poison = rows.flatMap((row, at) => (isPoison(row, at) ? [at] : []));
  const good = rows.filter((_, at) => !poison.includes(at));
  return { ...fold(snapshot, good, banned), poison };
}

export const foldUpdates = (updates: readonly Uint8Array[]): Uint8Array => foldLog(null, updates).state;

type Fold = Pick<Folded, 'state' | 'fingerprint' | 'waits'>;

/** Nobody asks for it: it is given because Yjs draws one, digit by digit, for a doc that has none. */
const GUID = 'fold';

/** A fresh doc, so that no undo manager keeps deleted text alive in it. */
function fold(snapshot: Uint8Array | null, rows: readonly Uint8Array[], banned: readonly number[]): Fold {
  const doc = new Y.Doc({ guid: GUID });
  if (snapshot !== null) Y.applyUpdate(doc, snapshot);
  dropWaiting(doc, banned);
  doc.transact(() => {
    for (const update of rows) Y.applyUpdate(doc, update);
  });
  // Parts that wait for others are encoded with the rest: a hole costs nothing and blocks nobody.
  const state = Y.encodeStateAsUpdate(doc);
  const waits = doc.store.pendingStructs !== null;
  const copy = openDoc(state);
  const print = fingerprint(copy);
  const isSame = isEqual(print, fingerprint(doc));
  copy.destroy();
  doc.destroy();
  if (!isSame) throw new Error('the fold reads otherwise than its rows');
  if (state.length > MAX_DOCUMENT_BYTES) throw new Refusal('too_large');
  return { state, fingerprint: print, waits };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

function openDoc(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc({ guid: GUID });
  Y.applyUpdate(doc, state);
  return doc;
}

async function digestOf(print: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', print.slice());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 32);
}

/** What these clients wrote and what waits in a snapshot since. */
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

const saveReply = z.object({ seq: z.number(), versionId: z.uuid().nullable(), advanced: z.boolean() });

/** Stores a fold; with fields it is also a version that people see. */
export async function storeFold(
  database: Database,
  caller: Caller,
  documentId: string,
  folded: Folded,
  version: VersionFields | null,
) {
  return database.call(
    'save_snapshot',
    {
      ...actor(caller),
      p_document: documentId,
      p_generation: folded.header.generation,
      p_base: folded.header.snapshotSeq ?? 0,
      p_seq: folded.header.head,
      p_bytes: hex(folded.state),
      p_digest: await digestOf(folded.fingerprint),
      p_kind: version?.kind ?? null,
      p_name: version?.name ?? null,
      p_note: version?.note ?? null,
      p_poison: folded.poison,
    },
    saveReply,
  );
}
