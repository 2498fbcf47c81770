import {
  MAX_APPEND_BYTES,
  MAX_UPDATES_PER_APPEND,
  SNAPSHOT_EVERY_UPDATES,
} from '../_shared/contract/limits.ts';
import { lintUpdate } from '../_shared/contract/lint-update.ts';
import { appendHeader, appendReply } from '../_shared/contract/requests.ts';
import { hex } from '../_shared/server/database.ts';
import { defineFunction, type Call } from '../_shared/server/define-function.ts';
import { actor, foldDocument, storeFold } from '../_shared/server/fold.ts';
import { Refusal } from '../_shared/server/refusal.ts';
import { z } from 'zod';

const rpcReply = appendReply.extend({ snapshotSeq: z.int().nonnegative() });

Deno.serve(
  defineFunction({
    request: appendHeader,
    body: 'frame',
    maxBytes: MAX_APPEND_BYTES + 64 * 1024,
    handle: async (call) => {
      const { caller, database, header, parts } = call;
      if (parts.length > MAX_UPDATES_PER_APPEND) throw new Refusal('too_large', 'too many updates');
      if (header.relay === true) return relay(call);
      const reply = await database.call(
        'append_updates',
        {
          ...actor(caller),
          p_document: header.documentId,
          p_session: header.sessionId,
          p_generation: header.generation,
          p_schema: header.schema,
          p_first_counter: header.firstCounter,
          p_updates: parts.map(hex),
          p_client_ids: lintAll(parts),
          p_title: header.title ?? null,
        },
        rpcReply,
      );
      if (reply.head - reply.snapshotSeq >= SNAPSHOT_EVERY_UPDATES) foldLater(call);
      return appendReply.parse(reply);
    },
  }),
);

/** What a session said live and did not live to append, appended by somebody who heard it. */
async function relay({ caller, database, header, parts }: Call<z.infer<typeof appendHeader>>) {
  const args = {
    ...actor(caller),
    p_document: header.documentId,
    p_session: header.sessionId,
    p_generation: header.generation,
    p_schema: header.schema,
    p_first_counter: header.firstCounter,
    p_updates: parts.map(hex),
    p_client_ids: lintAll(parts),
  };
  return database.call('relay_updates', args, appendReply);
}

/** Client ids that the updates write under. */
function lintAll(updates: readonly Uint8Array[]): number[] {
  const clients = new Set<number>();
  for (const update of updates) {
    const linted = lintUpdate(update);
    if (!linted.ok) throw new Refusal('update_rejected', linted.why);
    for (const client of linted.clients) clients.add(client);
  }
  return [...clients];
}

const folding = new Set<string>();

/** Supabase's runtime keeps a worker alive for promises given to it; elsewhere there is no such thing. */
const hosted = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };

/** The writer does not wait for the fold, and a fold that fails is tried again with a later append. */
function foldLater({ caller, database, header }: Call<z.infer<typeof appendHeader>>): void {
  if (folding.has(header.documentId)) return;
  folding.add(header.documentId);
  const work = foldDocument(database, caller, header.documentId)
    .then((folded) => storeFold(database, caller, header.documentId, folded, null))
    .catch((error: unknown) => console.error(`folding ${header.documentId} failed`, error))
    .finally(() => folding.delete(header.documentId));
  hosted.EdgeRuntime?.waitUntil(work);
}
