import { historyClaims, signHistoryRequest } from '../_shared/contract/proof/proof-file.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';
import { readEnv } from '../_shared/server/env.ts';
import { readHistoryKey } from '../_shared/server/history-key.ts';

Deno.serve(
  defineFunction({
    request: signHistoryRequest,
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, header: { documentId, until } }) => {
      const args = { ...actor(caller), p_document: documentId, p_until: until ?? null };
      const claims = await database.call('describe_history', args, historyClaims);
      const key = await readHistoryKey(readEnv());
      const at = new Date();
      return {
        signed: key && {
          statement: await key.sign(claims, at),
          keyId: key.id,
          signedAt: at.getTime(),
          claims,
        },
      };
    },
  }),
);
