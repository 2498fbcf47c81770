import { openSessionReply, openSessionRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/fold.ts';

Deno.serve(
  defineFunction({
    request: openSessionRequest,
    body: 'json',
    maxBytes: 4096,
    handle: ({ caller, database, header }) =>
      database.call(
        'open_editing_session',
        {
          ...actor(caller),
          p_document: header.documentId,
          p_session: header.sessionId,
          p_client_id: header.clientId,
          p_schema: header.schema,
        },
        openSessionReply,
      ),
  }),
);
