import { readStateRequest } from '../_shared/contract/log-pages.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';

Deno.serve(
  defineFunction({
    request: readStateRequest,
    body: 'json',
    maxBytes: 4096,
    handle: ({ caller, database, header: { documentId, seq } }) =>
      database.callBytes('read_state', { ...actor(caller), p_document: documentId, p_seq: seq }),
  }),
);
