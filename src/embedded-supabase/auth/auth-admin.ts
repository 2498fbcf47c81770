import type { Database } from '../db/database.ts';

/**
 * The database with GoTrue's rights: the project's triggers and hooks that fire in its transactions run as
 * `supabase_auth_admin` and resolve unqualified names in `auth` only.
 */
export function asAuthAdmin(database: Database): Database {
  return {
    ...database,
    transaction: async (work) =>
      await database.transaction(async (tx) => {
        await tx.query(
          "select set_config('role', 'supabase_auth_admin', true), set_config('search_path', 'auth', true)",
        );
        return await work(tx);
      }),
  };
}
