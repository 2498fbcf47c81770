/** Moves, copies and removes objects. */
import { z } from 'zod';
import { findBucket } from './bucket.ts';
import { checkMimeType } from './mime-type.ts';
import { checkKey } from './object-key.ts';
import { findObject, type NewObject, writeObject } from './object-row.ts';
import { readMetadataHeader } from './read-upload.ts';
import { noSuchKey, tooLarge } from './storage-error.ts';
import { asCaller, ownerOf, readJson, type StorageRequest } from './storage-request.ts';
import { limitOf, placeObject, wantsUpsert } from './upload-object.ts';

const journey = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});

/**
 * `POST /object/move`: requires the rights to see and to change the object. The mover becomes its owner. The bytes are
 * not copied.
 */
export async function moveObject(request: StorageRequest): Promise<Response> {
  const body = await readJson(request.request, journey);
  const name = checkKey(body.destinationKey);
  const target = await findBucket(request.deps.database, body.destinationBucket ?? body.bucketId);
  const { owner, ownerId } = ownerOf(request.claims);
  const id = await asCaller(request, { operation: 'storage.object.move' }, async (tx) => {
    const source = await findObject(tx, body.bucketId, checkKey(body.sourceKey));
    if (target.id !== body.bucketId) checkFits(request, target, source.metadata);
    const moved = await tx.query(
      `update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5, owner), owner_id = coalesce($6, owner_id)
       where bucket_id = $1 and name = $2`,
      [body.bucketId, source.name, target.id, name, owner, ownerId],
    );
    if (moved.rowCount === 0) throw noSuchKey();
    return source.id;
  });
  return Response.json({ message: 'Successfully moved', Id: id, Key: name });
}

const copying = journey.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).default({}),
});

/** `POST /object/copy`: requires the rights to see the original and to add the copy. */
export async function copyObject(request: StorageRequest): Promise<Response> {
  const body = await readJson(request.request, copying);
  const name = checkKey(body.destinationKey);
  const { deps } = request;
  const target = await findBucket(deps.database, body.destinationBucket ?? body.bucketId);
  const upsert = wantsUpsert(request.request);
  const options = { operation: 'storage.object.copy', rollback: true };
  const { source, row } = await asCaller(request, options, async (tx) => {
    const source = await findObject(tx, body.bucketId, checkKey(body.sourceKey));
    const described = body.copyMetadata ? source.metadata : { ...source.metadata, ...body.metadata };
    if (target.id !== body.bucketId) checkFits(request, target, described);
    const row: NewObject = {
      bucketId: target.id,
      name,
      ...ownerOf(request.claims),
      version: crypto.randomUUID(),
      metadata: { ...described, lastModified: new Date(deps.clock()).toISOString() },
      userMetadata: body.copyMetadata
        ? readUserMetadata(source.userMetadata)
        : readMetadataHeader(request.request.headers),
    };
    await writeObject(tx, row, upsert);
    return { source, row };
  });
  if (!(await deps.files.copy(source.version, row.version))) throw noSuchKey();
  const id = await placeObject(deps, row, upsert);
  const copied = { id, name, bucket_id: target.id, owner: row.owner, metadata: row.metadata };
  return Response.json({ Id: id, Key: `${target.id}/${name}`, ...copied });
}

function readUserMetadata(value: unknown): Record<string, unknown> | null {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  return parsed.success ? parsed.data : null;
}

function checkFits(
  { deps }: StorageRequest,
  bucket: Awaited<ReturnType<typeof findBucket>>,
  metadata: { readonly size: number; readonly mimetype: string },
): void {
  if (metadata.size > limitOf(bucket, deps)) throw tooLarge();
  checkMimeType(metadata.mimetype, bucket.allowedMimeTypes);
}

/** `DELETE /object/BUCKET`: returns the rows that were removed; others are skipped silently. */
export async function removeObjects(request: StorageRequest, bucketId: string): Promise<Response> {
  const shape = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });
  const { prefixes } = await readJson(request.request, shape);
  return Response.json(await remove(request, 'storage.object.delete_many', bucketId, prefixes));
}

/** `DELETE /object/BUCKET/NAME` */
export async function removeObject(
  request: StorageRequest,
  bucketId: string,
  key: string,
): Promise<Response> {
  const removed = await remove(request, 'storage.object.delete', bucketId, [checkKey(key)]);
  if (removed.length === 0) throw noSuchKey();
  return Response.json({ message: 'Successfully deleted' });
}

/**
 * Bytes are removed before the rows' deletion is committed: after a failure in between, the object is still listed and
 * can be removed again.
 */
async function remove(
  request: StorageRequest,
  operation: string,
  bucketId: string,
  names: readonly string[],
): Promise<readonly object[]> {
  return await asCaller(request, { operation }, async (tx) => {
    const { rows } = await tx.query<{ version: string | null }>(
      `delete from storage.objects where bucket_id = $1 and name = any($2)
       returning name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at, metadata,
                 user_metadata`,
      [bucketId, names],
    );
    await request.deps.files.remove(rows.flatMap(({ version }) => (version === null ? [] : [version])));
    return rows;
  });
}
