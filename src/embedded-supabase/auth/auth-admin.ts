import type { Database } from '../db/database.ts';

/**
 * The database as GoTrue comes to it: triggers and hooks of the project that its transactions fire have the rights of
 * `supabase_auth_admin`, and find names without a schema in `auth` only.
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
