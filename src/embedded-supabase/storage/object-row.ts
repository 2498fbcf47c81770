/** Rows of `storage.objects`. */
import { z } from 'zod';
import type { Transaction } from '../db/database.ts';
import { noSuchKey } from './storage-error.ts';

const metadataShape = z.object({
  eTag: z.string().default('""'),
  size: z.number().default(0),
  mimetype: z.string().default('application/octet-stream'),
  cacheControl: z.string().default('no-cache'),
  lastModified: z.string().default(''),
});
type ObjectMetadata = z.output<typeof metadataShape>;

export interface ObjectRow {
  readonly id: string;
  readonly bucketId: string;
  readonly name: string;
  readonly version: string;
  readonly metadata: ObjectMetadata;
  readonly userMetadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface RawRow extends Omit<ObjectRow, 'metadata'> {
  readonly metadata: unknown;
}

/** Throws NoSuchKey when the object does not exist or the policies hide it. */
export async function findObject(tx: Transaction, bucketId: string, name: string): Promise<ObjectRow> {
  const { rows } = await tx.query<RawRow>(
    `select id, bucket_id as "bucketId", name, coalesce(version, '') as version, metadata,
            user_metadata as "userMetadata", created_at as "createdAt", updated_at as "updatedAt"
     from storage.objects where bucket_id = $1 and name = $2`,
    [bucketId, name],
  );
  const [row] = rows;
  if (row === undefined) throw noSuchKey();
  return { ...row, metadata: metadataShape.parse(row.metadata ?? {}) };
}

export interface NewObject {
  readonly bucketId: string;
  readonly name: string;
  readonly owner: string | null;
  readonly ownerId: string | null;
  readonly version: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
}

const INSERT = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4, $5, $6, $7)`;
const MERGE = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`;

/** An existing row of that name is an error (23505) unless `upsert`. Has no RETURNING, which would need more rights. */
export async function writeObject(tx: Transaction, row: NewObject, upsert: boolean): Promise<void> {
  await tx.query(upsert ? `${INSERT} ${MERGE}` : INSERT, [
    row.bucketId,
    row.name,
    row.owner,
    row.ownerId,
    row.version,
    JSON.stringify(row.metadata),
    row.userMetadata === null ? null : JSON.stringify(row.userMetadata),
  ]);
}
