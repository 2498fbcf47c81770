/**
 * Restoring: one forward change under a lease, after the current text was saved as a version. Two restores at once would
 * both insert the old text; the lease prevents that (docs/decisions/0003).
 */
import { z } from 'zod';
import { writeHeirs, type HeirRange } from '../contract/authorship/heir-ranges.ts';
import { SCHEMA_MAJOR } from '../contract/document-schema.ts';
import { lintUpdate } from '../contract/lint-update.ts';
import { appendReply } from '../contract/requests.ts';
import { actor, type Caller } from './caller.ts';
import { hex, type Database } from './database.ts';
import { foldDocument, storeFold, type Folded } from './fold.ts';

export interface Restore {
  readonly documentId: string;
  /** The version that is restored; null for a part of one. */
  readonly versionId: string | null;
  /** The Yjs client that writes it; by default a random one. */
  readonly clientId?: number;
  /** Under the lease: a head at which the same was restored before; null to go on. */
  doneAt?(): Promise<number | null>;
  /** The update to append, written under `clientId`; null when the text is already as wanted. */
  change(present: Folded, clientId: number): Promise<Change | null>;
}

interface Change {
  readonly update: Uint8Array;
  /** Which deleted text it brings back. */
  readonly heirs: readonly HeirRange[];
}

/** `backupVersionId`: the version of the text before; null when nothing was changed. */
export interface Restored {
  readonly head: number;
  readonly backupVersionId: string | null;
}

export async function runRestore(database: Database, caller: Caller, restore: Restore): Promise<Restored> {
  const lease = { p_document: restore.documentId, p_session: crypto.randomUUID() };
  const clientId = restore.clientId ?? crypto.getRandomValues(new Uint32Array(1))[0]!;
  await database.call('begin_restore', { ...actor(caller), ...lease, p_client_id: clientId }, z.null());
  try {
    return await restoreUnderLease(database, caller, { ...restore, lease, clientId });
  } catch (error) {
    await releaseLease(database, lease);
    throw error;
  }
}

interface Leased extends Restore {
  readonly lease: { readonly p_document: string; readonly p_session: string };
  readonly clientId: number;
}

async function restoreUnderLease(database: Database, caller: Caller, restore: Leased): Promise<Restored> {
  const { documentId, versionId, lease, clientId } = restore;
  const doneAt = (await restore.doneAt?.()) ?? null;
  if (doneAt !== null) {
    await releaseLease(database, lease);
    return { head: doneAt, backupVersionId: null };
  }
  const present = await foldDocument(database, caller, documentId);
  const change = await restore.change(present, clientId);
  const backup = await storeFold(database, caller, documentId, present, { kind: 'before_restore' });
  await database.call(
    'name_restore',
    { ...lease, p_backup: backup.versionId, p_version: versionId },
    z.null(),
  );
  if (change === null) {
    await releaseLease(database, lease);
    return { head: present.header.head, backupVersionId: backup.versionId };
  }
  const { written, typed, deleted } = readChange(change.update);
  const appended = await database.call(
    'append_updates',
    {
      ...actor(caller),
      ...lease,
      p_generation: present.header.generation,
      p_schema: SCHEMA_MAJOR,
      p_first_counter: 1,
      p_updates: [hex(change.update)],
      p_client_ids: [clientId],
      p_clocks: [written?.clock ?? null],
      p_next_clocks: [written?.nextClock ?? null],
      p_kind: 'restore',
      p_typed: [typed],
      p_deleted: [deleted],
      p_heirs: [writeHeirs(change.heirs)],
    },
    appendReply,
  );
  return { head: appended.head, backupVersionId: backup.versionId };
}

/** Releases the lease when no append does. `begin_restore` sets when an unreleased lease expires. */
async function releaseLease(database: Database, lease: Leased['lease']): Promise<void> {
  await database
    .call('end_restore', lease, z.null())
    .catch((error: unknown) => console.error('releasing the restore lease failed', error));
}

/** `written` is null when the restore only deletes. */
function readChange(update: Uint8Array) {
  const linted = lintUpdate(update, { folded: true });
  if (!linted.ok) throw new Error(`a restore that the linter refuses: ${linted.why}`);
  return { ...linted, written: linted.written[0] ?? null };
}
