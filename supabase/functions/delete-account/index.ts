import { z } from 'zod';
import { isPasswordOf } from '../_shared/server/check-password.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { readEnv } from '../_shared/server/env.ts';
import { actor } from '../_shared/server/caller.ts';
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
      if (!(await isPasswordOf(env, { email, password }))) return { outcome: 'wrong_password' };
      await database.call('delete_account', actor(caller), z.null());
      runLater('removing the files of an account', removeFiles(database, storage, 'list_left_files'));
      return { outcome: 'deleted' };
    },
  }),
);
