import { saveSnapshotReply, saveSnapshotRequest } from '../_shared/contract/requests.ts';
import { defineFunction, type Call } from '../_shared/server/define-function.ts';
import { storeFold } from '../_shared/server/fold.ts';
import { foldInTurn } from '../_shared/server/fold-in-turn.ts';
import { foldWhole } from '../_shared/server/fold-whole.ts';
import { Refusal } from '../_shared/server/refusal.ts';
import { afterFoldReply } from '../_shared/server/after-fold-reply.ts';
import { runLater } from '../_shared/server/run-later.ts';
import type { z } from 'zod';

type Save = Call<z.infer<typeof saveSnapshotRequest>>;

Deno.serve(
  defineFunction({
    request: saveSnapshotRequest,
    body: 'json',
    maxBytes: 8192,
    handle: async (call) => {
      const stored = await (call.header.version ? saveVersion(call) : fold(call));
      const { database, storage, header } = call;
      const later = afterFoldReply(database, storage, header.documentId);
      runLater(`the steps after a fold of ${header.documentId}`, later);
      return saveSnapshotReply.parse(stored);
    },
  }),
);

async function saveVersion({ database, caller, header: { documentId, name, note } }: Save) {
  const folded = await foldWhole(database, caller, documentId);
  return storeFold(database, caller, documentId, folded, { kind: 'named', name, note });
}

async function fold({ database, caller, header: { documentId } }: Save) {
  const stored = await foldInTurn(database, caller, documentId);
  if (stored === null) throw new Refusal('rate_limited', 'another fold is running, or one failed recently');
  return stored;
}
