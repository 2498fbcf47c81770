import { z } from 'zod';
import { indexTextReply, indexTextRequest } from '../_shared/contract/requests.ts';
import { actor } from '../_shared/server/caller.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { indexComments, indexDocument } from '../_shared/server/index-for-search.ts';
import { runLater } from '../_shared/server/run-later.ts';

Deno.serve(
  defineFunction({
    request: indexTextRequest,
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, header: { documentId } }) => {
      const args = { ...actor(caller), p_document: documentId };
      const isDue = await database.call('begin_index', args, z.boolean());
      if (isDue) {
        const work = indexDocument(database, documentId).then(() => indexComments(database, documentId));
        runLater(`indexing ${documentId}`, work);
      }
      return indexTextReply.parse({ isDue });
    },
  }),
);
