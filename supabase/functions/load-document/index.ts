import { decodeFrame } from '../_shared/contract/frame.ts';
import { MAX_STATE_VECTOR_BYTES } from '../_shared/contract/limits.ts';
import { loadRequest } from '../_shared/contract/requests.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';
import { answerReader, readLoaded } from '../_shared/server/load-for-reader.ts';

Deno.serve(
  defineFunction({
    request: loadRequest,
    body: 'json',
    maxBytes: 4096 + 2 * MAX_STATE_VECTOR_BYTES,
    handle: async (call) => {
      const { caller, database, header } = call;
      const args = { ...actor(caller), p_document: header.documentId, p_after: header.after };
      const bytes = await database.callBytes('load_for_member', args);
      const loaded = readLoaded(decodeFrame(bytes));
      return loaded === 'rows' ? bytes : answerReader(call, loaded);
    },
  }),
);
