import { readVersionRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';

Deno.serve(
  defineFunction({
    request: readVersionRequest,
    body: 'json',
    maxBytes: 4096,
    handle: ({ caller, database, header }) =>
      database.callBytes('read_version', {
        ...actor(caller),
        p_document: header.documentId,
        p_version: header.versionId,
      }),
  }),
);
