import { openSessionReply, openSessionRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';
import { runLater } from '../_shared/server/run-later.ts';
import { afterOpenReply } from '../_shared/server/after-open.ts';

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
      runLater('the steps after an open', afterOpenReply(database, storage));
      return opened;
    },
  }),
);
