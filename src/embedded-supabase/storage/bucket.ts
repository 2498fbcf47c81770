/** Looks buckets up, and implements the endpoints under `/bucket`. */
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { checkAllowedMimeTypes } from './mime-type.ts';
import { checkBucketName } from './object-key.ts';
import {
  alreadyExists,
  bucketNotEmpty,
  invalidRequest,
  noSuchBucket,
  StorageError,
  tooLarge,
} from './storage-error.ts';
import { asCaller, ownerOf, readJson, type StorageRequest } from './storage-request.ts';

export interface Bucket {
  readonly id: string;
  readonly public: boolean;
  readonly fileSizeLimit: number | null;
  readonly allowedMimeTypes: readonly string[] | null;
}

/** Finds a bucket, ignoring the caller's rights. Throws NoSuchBucket. */
export async function findBucket(database: Database, id: string): Promise<Bucket> {
  const { rows } = await database.query<Bucket>(
    `select id, coalesce(public, false) as public, file_size_limit::float8 as "fileSizeLimit",
            allowed_mime_types as "allowedMimeTypes"
     from storage.buckets where id = $1`,
    [id],
  );
  const [bucket] = rows;
  if (bucket === undefined) throw noSuchBucket();
  return bucket;
}

const COLUMNS = `id, name, owner::text, public, created_at, updated_at, file_size_limit::float8 as file_size_limit,
  allowed_mime_types, type`;

export async function listBuckets(request: StorageRequest): Promise<Response> {
  const query = z
    .object({
      limit: z.coerce.number().int().min(1).max(1000).default(1000),
      offset: z.coerce.number().int().min(0).default(0),
      search: z.string().default(''),
      sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
      sortOrder: z.enum(['asc', 'desc']).default('asc'),
    })
    .parse(Object.fromEntries(request.url.searchParams));
  const rows = await asCaller(request, { operation: 'storage.bucket.list', readOnly: true }, async (tx) => {
    const result = await tx.query(
      `select ${COLUMNS} from storage.buckets where position(lower($1) in lower(name)) > 0
       order by ${query.sortColumn} ${query.sortOrder} limit $2 offset $3`,
      [query.search, query.limit, query.offset],
    );
    return result.rows;
  });
  return Response.json(rows);
}

export async function getBucket(request: StorageRequest, id: string): Promise<Response> {
  const rows = await asCaller(request, { operation: 'storage.bucket.get', readOnly: true }, async (tx) => {
    const result = await tx.query(`select ${COLUMNS} from storage.buckets where id = $1`, [id]);
    return result.rows;
  });
  if (rows[0] === undefined) throw noSuchBucket();
  return Response.json(rows[0]);
}

const limits = z.object({
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
});

const creation = limits.extend({
  id: z.string().optional(),
  name: z.string(),
  type: z.literal('STANDARD').optional(),
});

export async function createBucket(request: StorageRequest): Promise<Response> {
  const body = await readJson(request.request, creation);
  const id = checkBucketName(body.id ?? body.name);
  const { owner, ownerId } = ownerOf(request.claims);
  const values = readLimits(request, body);
  await asCaller(request, { operation: 'storage.bucket.create' }, async (tx) => {
    await tx.query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        checkBucketName(body.name),
        owner,
        ownerId,
        body.public ?? false,
        values.sizeLimit,
        values.mimeTypes,
      ],
    );
  }).catch((error: unknown) => {
    const isKnown = z.object({ code: z.literal('23505') }).safeParse(error).success;
    throw isKnown ? alreadyExists('ResourceAlreadyExists') : error;
  });
  return Response.json({ name: id });
}

export async function updateBucket(request: StorageRequest, id: string): Promise<Response> {
  const body = await readJson(request.request, limits);
  const values = readLimits(request, body);
  const changed = await asCaller(request, { operation: 'storage.bucket.update' }, async (tx) => {
    const result = await tx.query(
      `update storage.buckets set updated_at = now(), public = coalesce($2, public),
         file_size_limit = case when $3 then $4::bigint else file_size_limit end,
         allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
       where id = $1`,
      [
        id,
        body.public ?? null,
        body.file_size_limit !== undefined,
        values.sizeLimit,
        body.allowed_mime_types !== undefined,
        values.mimeTypes,
      ],
    );
    return result.rowCount;
  });
  if (changed === 0) throw noSuchBucket();
  return Response.json({ message: 'Successfully updated' });
}

export async function deleteBucket(request: StorageRequest, id: string): Promise<Response> {
  await findBucket(request.deps.database, id);
  const changed = await asCaller(request, { operation: 'storage.bucket.delete' }, async (tx) => {
    const result = await tx.query('delete from storage.buckets where id = $1', [id]);
    return result.rowCount;
  }).catch((error: unknown) => {
    const isInUse = z.object({ code: z.literal('23503') }).safeParse(error).success;
    throw isInUse ? bucketNotEmpty() : error;
  });
  if (changed === 0) throw noSuchBucket();
  return Response.json({ message: 'Successfully deleted' });
}

/**
 * Removes the objects that the caller may delete, as the API does. Any object that remains prevents the bucket's
 * deletion.
 */
export async function emptyBucket(request: StorageRequest, id: string): Promise<Response> {
  await findBucket(request.deps.database, id);
  const versions = await asCaller(request, { operation: 'storage.bucket.empty' }, async (tx) => {
    const seen = await tx.query('select 1 from storage.buckets where id = $1', [id]);
    if (seen.rowCount === 0) throw noSuchBucket();
    const result = await tx.query<{ version: string }>(
      'delete from storage.objects where bucket_id = $1 returning version',
      [id],
    );
    return result.rows.map(({ version }) => version);
  });
  await request.deps.files.remove(versions);
  return Response.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}

function readLimits(
  { deps }: StorageRequest,
  body: z.output<typeof limits>,
): { sizeLimit: number | null; mimeTypes: readonly string[] | null } {
  const sizeLimit = parseSize(body.file_size_limit ?? null);
  if (sizeLimit !== null && sizeLimit > deps.config.file_size_limit) throw tooLarge();
  const mimeTypes = body.allowed_mime_types ?? null;
  if (mimeTypes !== null) checkAllowedMimeTypes(mimeTypes);
  return { sizeLimit, mimeTypes };
}

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

function parseSize(value: number | string | null): number | null {
  if (value === null || typeof value === 'number') return value === null ? null : Math.floor(value);
  const found = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)?$/i.exec(value.trim());
  if (found === null) throw invalidSize();
  return Math.floor(Number(found[1]) * (UNITS[(found[2] ?? 'b').toLowerCase()] ?? 1));
}

function invalidSize(): StorageError {
  return invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
}
