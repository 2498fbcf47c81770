import { heirsInRestored } from '../_shared/contract/authorship/restored-heirs.ts';
import { readHeirs } from '../_shared/contract/authorship/heir-ranges.ts';
import { expand, restorePartRequest } from '../_shared/contract/comparison/restore-part.ts';
import { readDocument, writeDocument } from '../_shared/contract/text/yjs-document.ts';
import { TEXT_ROOT } from '../_shared/contract/document-schema.ts';
import { MAX_PART_BYTES, MAX_UPDATE_STRUCTS } from '../_shared/contract/limits.ts';
import { lintUpdate } from '../_shared/contract/lint-update.ts';
import { restoreReply } from '../_shared/contract/requests.ts';
import { chooseClient } from '../_shared/server/choose-client.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';
import { forwardChange } from '../_shared/server/forward-change.ts';
import { readState } from '../_shared/server/read-state.ts';
import { Refusal } from '../_shared/server/refusal.ts';
import { runRestore } from '../_shared/server/restore.ts';
import { staysVisible } from '../_shared/server/stays-visible.ts';

/** Values in the JSON of a text; the text of a link has eleven in three structs. */
const VALUES_PER_STRUCT = 6;

Deno.serve(
  defineFunction({
    request: restorePartRequest,
    body: 'json',
    maxBytes: MAX_PART_BYTES,
    maxValues: MAX_UPDATE_STRUCTS * VALUES_PER_STRUCT,
    handle: async ({ caller, database, header: { documentId, seq, text, heirs = '' } }) => {
      const chosen = await chooseClient(database, documentId, JSON.stringify([seq, text]));
      if ('head' in chosen) return restoreReply.parse({ ...chosen, backupVersionId: null });
      const restored = await runRestore(database, caller, {
        documentId,
        versionId: null,
        clientId: chosen.clientId,
        change: async (present, clientId) => {
          const seen = await readState(database, 'read_state', {
            ...actor(caller),
            p_document: documentId,
            p_seq: seq,
          });
          const wanted = expand(text, readDocument(seen.getXmlFragment(TEXT_ROOT)));
          if (wanted === null) throw new Refusal('too_large');
          const places = readHeirs(heirs);
          const update = forwardChange(seen, writeDocument(wanted), clientId, places);
          if (update === null) return null;
          const linted = lintUpdate(update);
          if (!linted.ok) throw new Refusal('update_rejected', linted.why);
          if (!staysVisible(present.docAt(present.seq), update, clientId)) throw new Refusal('text_changed');
          return { update, heirs: heirsInRestored(seen.getXmlFragment(TEXT_ROOT), clientId, places) };
        },
      });
      return restoreReply.parse(restored);
    },
  }),
);
