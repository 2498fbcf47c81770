import { saveSnapshotReply, saveSnapshotRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { foldDocument, storeFold } from '../_shared/server/fold.ts';

Deno.serve(
  defineFunction({
    request: saveSnapshotRequest,
    body: 'json',
    maxBytes: 8192,
    handle: async ({ caller, database, header }) => {
      const folded = await foldDocument(database, caller, header.documentId);
      const version = header.version
        ? ({ kind: 'named', name: header.name, note: header.note } as const)
        : null;
      return saveSnapshotReply.parse(await storeFold(database, caller, header.documentId, folded, version));
    },
  }),
);
