import { saveSnapshotReply, saveSnapshotRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { foldDocument, storeFold } from '../_shared/server/fold.ts';
import { foldWhole } from '../_shared/server/fold-whole.ts';
import { removeUnusedImages } from '../_shared/server/remove-unused-images.ts';
import { runLater } from '../_shared/server/run-later.ts';

Deno.serve(
  defineFunction({
    request: saveSnapshotRequest,
    body: 'json',
    maxBytes: 8192,
    handle: async ({ caller, database, storage, header: { documentId, ...header } }) => {
      const fold = header.version ? foldWhole : foldDocument;
      const folded = await fold(database, caller, documentId);
      const version = header.version
        ? ({ kind: 'named', name: header.name, note: header.note } as const)
        : null;
      const stored = await storeFold(database, caller, documentId, folded, version);
      runLater(`removing images of ${documentId}`, removeUnusedImages(database, storage, documentId));
      return saveSnapshotReply.parse(stored);
    },
  }),
);
