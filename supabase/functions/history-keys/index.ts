/** The public keys of the deployment's signed histories, present and former, for everybody: a JWK set (RFC 7517). */
import { answer, refuse } from '../_shared/server/define-function.ts';
import { readEnv } from '../_shared/server/env.ts';
import { Refusal } from '../_shared/server/refusal.ts';
import { listHistoryKeys } from '../_shared/server/history-key.ts';

Deno.serve(async (request: Request) => {
  try {
    if (request.method !== 'GET') throw new Refusal('bad_request', 'GET only');
    return answer({ keys: await listHistoryKeys(readEnv()) });
  } catch (error) {
    return refuse(error, request.headers.get('x-request-id'));
  }
});
