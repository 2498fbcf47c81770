import { readLogRequest } from '../_shared/contract/log-pages.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';

Deno.serve(
  defineFunction({
    request: readLogRequest,
    body: 'json',
    maxBytes: 4096,
    handle: ({ caller, database, header: { documentId, after, until } }) =>
      database.callBytes('read_log', {
        ...actor(caller),
        p_document: documentId,
        p_after: after,
        p_until: until,
      }),
  }),
);
