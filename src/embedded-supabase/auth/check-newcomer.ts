import { z } from 'zod';
import type { Caller } from './auth-deps.ts';
import type { AuthKit } from './auth-kit.ts';
import { runHook } from './run-hook.ts';
import { findUserByEmail, type Metadata } from './users.ts';

/** Go's JSON for a time that is not set. */
const NEVER = '0001-01-01T00:00:00Z';

/**
 * Calls the project's hook `before_user_created`, if there is one, before anything is written; throws the hook's
 * refusal. The hook is not called for a known address. Returns the id that the user will have.
 */
export async function checkNewcomer(
  kit: AuthKit,
  caller: Caller,
  newcomer: { readonly email: string | null; readonly data: Metadata },
): Promise<string> {
  const id = crypto.randomUUID();
  if (kit.config.hook.before_user_created === undefined) return id;
  const { email } = newcomer;
  if (email !== null && (await findUserByEmail(kit.database, email)) !== null) return id;
  const user = {
    id,
    aud: 'authenticated',
    role: '',
    email: email ?? '',
    phone: '',
    app_metadata: email === null ? {} : { provider: 'email', providers: ['email'] },
    user_metadata: newcomer.data,
    identities: [],
    created_at: NEVER,
    updated_at: NEVER,
    is_anonymous: email === null,
  };
  await runHook(kit, { name: 'before_user_created', caller, event: { user } }, z.unknown());
  return id;
}
