import { openSessionReply, openSessionRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';
import { runLater } from '../_shared/server/run-later.ts';
import { removeFiles } from '../_shared/server/remove-files.ts';

Deno.serve(
  defineFunction({
    request: openSessionRequest,
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, storage, header }) => {
      const opened = await database.call(
        'open_editing_session',
        {
          ...actor(caller),
          p_document: header.documentId,
          p_session: header.sessionId,
          p_client_id: header.clientId,
          p_schema: header.schema,
          p_public_key: header.publicKey === undefined ? null : `\\x${header.publicKey}`,
        },
        openSessionReply,
      );
      // Files of erased documents are removed here, because no other request comes as regularly.
      runLater('removing what was left', removeFiles(database, storage, 'list_left_files'));
      return opened;
    },
  }),
);
