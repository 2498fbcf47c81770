import { z } from 'zod';
import { defineFunction } from '../_shared/server/define-function.ts';
import { readEnv, serviceHeaders } from '../_shared/server/env.ts';
import { actor } from '../_shared/server/fold.ts';
import { Refusal } from '../_shared/server/refusal.ts';
import { runLater } from '../_shared/server/run-later.ts';
import { removeFiles } from '../_shared/server/remove-files.ts';

const env = readEnv();

Deno.serve(
  defineFunction({
    request: z.object({ password: z.string().min(1).max(200) }),
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, storage, header: { password } }) => {
      const email = await database.call('begin_account_deletion', actor(caller), z.string());
      if (!(await isPasswordOf(email, password))) return { outcome: 'wrong_password' };
      await database.call('delete_account', actor(caller), z.null());
      runLater('removing the files of an account', removeFiles(database, storage, 'list_left_files'));
      return { outcome: 'deleted' };
    },
  }),
);

/** Only the auth service can tell. The sign-in that this makes goes with the account. */
async function isPasswordOf(email: string, password: string): Promise<boolean> {
  const reply = await fetch(`${env.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...serviceHeaders(env), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await reply.body?.cancel();
  if (reply.status === 429) throw new Refusal('rate_limited', undefined, 60_000);
  if (reply.status >= 500) throw new Refusal('unavailable', `auth answered ${reply.status}`);
  return reply.ok;
}
