import { decodeFrame } from '../_shared/contract/frame.ts';
import { SCHEMA_MAJOR } from '../_shared/contract/document-schema.ts';
import { lintUpdate, type Written } from '../_shared/contract/lint-update.ts';
import { appendReply, restoreReply, restoreRequest } from '../_shared/contract/requests.ts';
import type { Caller } from '../_shared/server/caller.ts';
import { hex, type Database } from '../_shared/server/database.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor, foldDocument, storeFold } from '../_shared/server/fold.ts';
import { forwardChange } from '../_shared/server/forward-change.ts';
import { z } from 'zod';

interface Restore {
  readonly documentId: string;
  readonly versionId: string;
  readonly seenHead?: number | undefined;
  readonly takesBack?: boolean | undefined;
  readonly sessionId: string;
  readonly clientId: number;
}

Deno.serve(
  defineFunction({
    request: restoreRequest,
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, header }) => {
      const restore: Restore = {
        ...header,
        sessionId: crypto.randomUUID(),
        clientId: crypto.getRandomValues(new Uint32Array(1))[0]!,
      };
      const lease = { p_document: restore.documentId, p_session: restore.sessionId };
      await database.call(
        'begin_restore',
        { ...actor(caller), ...lease, p_client_id: restore.clientId },
        z.null(),
      );
      try {
        return restoreReply.parse(await restoreUnderLease(database, caller, restore));
      } catch (error) {
        await releaseLease(database, lease);
        throw error;
      }
    },
  }),
);

/** Releases the lease when no append does. `begin_restore` says when an unreleased lease expires. */
async function releaseLease(
  database: Database,
  lease: { p_document: string; p_session: string },
): Promise<void> {
  await database
    .call('end_restore', lease, z.null())
    .catch((error: unknown) => console.error('releasing the restore lease failed', error));
}

/** Saves the current text as a version, then appends one change that turns it into the old text. */
async function restoreUnderLease(database: Database, caller: Caller, restore: Restore) {
  const lease = { p_document: restore.documentId, p_session: restore.sessionId };
  const head = restore.takesBack ? await takenBackAt(database, restore) : null;
  if (head !== null) {
    await releaseLease(database, lease);
    return { head, backupVersionId: null };
  }
  const target = await readVersion(database, caller, restore);
  const present = await foldDocument(database, caller, restore.documentId);
  const backup = await storeFold(database, caller, restore.documentId, present, { kind: 'before_restore' });
  const named = { ...lease, p_backup: backup.versionId, p_version: restore.versionId };
  await database.call('name_restore', named, z.null());
  const seen = present.docAt(restore.seenHead ?? present.seq);
  const change = forwardChange(seen, target, restore.clientId);
  if (change === null) {
    await releaseLease(database, lease);
    return { head: present.header.head, backupVersionId: backup.versionId };
  }
  const written = writtenBy(change);
  const appended = await database.call(
    'append_updates',
    {
      ...actor(caller),
      p_document: restore.documentId,
      p_session: restore.sessionId,
      p_generation: present.header.generation,
      p_schema: SCHEMA_MAJOR,
      p_first_counter: 1,
      p_updates: [hex(change)],
      p_client_ids: [restore.clientId],
      p_clocks: [written?.clock ?? null],
      p_next_clocks: [written?.nextClock ?? null],
      p_kind: 'restore',
    },
    appendReply,
  );
  return { head: appended.head, backupVersionId: backup.versionId };
}

/** The head at which the restore after this version was undone; null while it is in effect. */
const takenBackAt = (database: Database, { documentId, versionId }: Restore): Promise<number | null> =>
  database.call('taken_back_at', { p_document: documentId, p_backup: versionId }, z.nullable(z.number()));

/** Null when the restore only deletes. */
function writtenBy(change: Uint8Array): Written | null {
  const linted = lintUpdate(change, { folded: true });
  if (!linted.ok) throw new Error(`a restore that the linter refuses: ${linted.why}`);
  return linted.written[0] ?? null;
}

/** The updates that make up the version. */
async function readVersion(
  database: Database,
  caller: Caller,
  { documentId, versionId }: Restore,
): Promise<readonly Uint8Array[]> {
  const bytes = await database.callBytes('read_version', {
    ...actor(caller),
    p_document: documentId,
    p_version: versionId,
  });
  const frame = decodeFrame(bytes);
  if (frame === null) throw new Error('read_version did not return a frame');
  return frame.parts;
}
