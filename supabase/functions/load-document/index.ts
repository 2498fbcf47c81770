import { loadRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';

Deno.serve(
  defineFunction({
    request: loadRequest,
    body: 'json',
    maxBytes: 4096,
    handle: ({ caller, database, header }) =>
      database.callBytes('load_document', {
        ...actor(caller),
        p_document: header.documentId,
        p_after: header.after,
      }),
  }),
);
