/** Folding: the log of a document becomes one Y.Doc, on the server, from the log alone. */
import * as Y from 'yjs';
import { decodeFrame } from '../contract/frame.ts';
import { MAX_DOCUMENT_BYTES } from '../contract/limits.ts';
import { loadHeader, type LoadHeader } from '../contract/requests.ts';
import type { Caller } from './caller.ts';
import { hex, type Database } from './database.ts';
import { Refusal } from './refusal.ts';
import { z } from 'zod';

export interface Folded {
  readonly header: LoadHeader;
  readonly state: Uint8Array;
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
  const snapshots = header.snapshotSeq === null ? 0 : 1;
  return {
    header,
    state: foldUpdates(frame.parts),
    stateAt: (seq) =>
      foldUpdates(frame.parts.slice(0, snapshots + header.rows.filter(([at]) => at <= seq).length)),
  };
}

/** A fresh doc, so that no undo manager keeps deleted text alive in it. */
export function foldUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  // Parts that wait for others are encoded with the rest: a hole costs nothing and blocks nobody.
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  if (state.length > MAX_DOCUMENT_BYTES) throw new Refusal('too_large');
  return state;
}

export interface VersionFields {
  readonly kind: 'named' | 'automatic' | 'before_restore';
  readonly name?: string | undefined;
  readonly note?: string | undefined;
}

const saveReply = z.object({ seq: z.number(), versionId: z.uuid().nullable(), advanced: z.boolean() });

/** Stores a fold; with fields it is also a version that people see. */
export function storeFold(
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
      p_kind: version?.kind ?? null,
      p_name: version?.name ?? null,
      p_note: version?.note ?? null,
    },
    saveReply,
  );
}
