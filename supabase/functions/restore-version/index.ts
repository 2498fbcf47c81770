import { heirsInRestored, placesOf } from '../_shared/contract/authorship/restored-heirs.ts';
import { TEXT_ROOT } from '../_shared/contract/document-schema.ts';
import { restoreReply, restoreRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';
import { largeClient } from '../_shared/server/behind-typists.ts';
import { forwardChange } from '../_shared/server/forward-change.ts';
import { docOf, readRestored, readState } from '../_shared/server/read-state.ts';
import { runRestore } from '../_shared/server/restore.ts';
import { undoRestore } from '../_shared/server/undo-restore.ts';
import { z } from 'zod';

Deno.serve(
  defineFunction({
    request: restoreRequest,
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, header: { documentId, versionId, seenHead, takesBack } }) => {
      const restored = await runRestore(database, caller, {
        documentId,
        versionId,
        ...(takesBack ? { clientId: largeClient() } : {}),
        // The head at which the restore after this version was undone; null while it is in effect.
        doneAt: async () =>
          takesBack
            ? database.call(
                'taken_back_at',
                { p_document: documentId, p_backup: versionId },
                z.nullable(z.number()),
              )
            : null,
        change: async (present, clientId) => {
          const place = { ...actor(caller), p_document: documentId };
          const undone = takesBack ? await readRestored(database, { ...place, p_backup: versionId }) : null;
          if (undone && undone.later !== null)
            return undoRestore({ ...undone, later: undone.later }, clientId);
          const version = await readState(database, 'read_version', { ...place, p_version: versionId });
          // Changes that others made while the restore ran were logged before it, and are no part of it.
          const seen = undone ? docOf(undone) : present.docAt(seenHead ?? present.seq);
          const wanted = version.getXmlFragment(TEXT_ROOT);
          const places = placesOf(wanted);
          const update = forwardChange(seen, wanted, clientId, places);
          if (update === null) return null;
          return { update, heirs: heirsInRestored(seen.getXmlFragment(TEXT_ROOT), clientId, places) };
        },
      });
      return restoreReply.parse(restored);
    },
  }),
);
