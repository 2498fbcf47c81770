/** Creates the buckets of `supabase/config.toml`, as the CLI does on start. */
import type { Database } from '../db/database.ts';

export interface BucketSeed {
  readonly public: boolean;
  readonly file_size_limit?: number | undefined;
  readonly allowed_mime_types?: readonly string[] | undefined;
}

/** Settings in the file override those in the database; all others are left unchanged. */
export async function seedBuckets(
  database: Database,
  buckets: Readonly<Record<string, BucketSeed>>,
): Promise<void> {
  for (const [id, bucket] of Object.entries(buckets)) {
    await database.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4)
       on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
         allowed_mime_types = excluded.allowed_mime_types, updated_at = now()`,
      [id, bucket.public, bucket.file_size_limit ?? null, bucket.allowed_mime_types ?? null],
    );
  }
}
