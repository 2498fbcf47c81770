/**
 * Uploads in three steps. The policies are checked with the row that is to be written. The bytes are written to disk under a
 * new version. The row is set to that version. Until then readers receive the old bytes, and a failure keeps them.
 */
import { type Bucket, findBucket } from './bucket.ts';
import { declaredPixels, MAX_IMAGE_PIXELS } from './image-size.ts';
import { checkMimeType } from './mime-type.ts';
import { checkKey } from './object-key.ts';
import { type NewObject, writeObject } from './object-row.ts';
import { readUpload, type Upload } from './read-upload.ts';
import { alreadyExists, tooLarge, tooManyPixels } from './storage-error.ts';
import { asCaller, ownerOf, type StorageDeps, type StorageRequest } from './storage-request.ts';

/** Larger than any image that the app stores. */
const MOST_READ_BYTES = 16 * 1024 * 1024;

interface Owner {
  readonly owner: string | null;
  readonly ownerId: string | null;
}

/** `POST` and `PUT /object/BUCKET/NAME`. */
export async function uploadObject(
  request: StorageRequest,
  bucketId: string,
  key: string,
): Promise<Response> {
  const name = checkKey(key);
  const bucket = await findBucket(request.deps.database, bucketId);
  const isUpdate = request.request.method === 'PUT';
  const upsert = isUpdate || wantsUpsert(request.request);
  const upload = await readUpload(request.request, limitOf(bucket, request.deps));
  const owner = ownerOf(request.claims);
  const operation = isUpdate ? 'storage.object.upload_update' : 'storage.object.upload';
  await checkUpload(request, operation, { bucket, name, owner, upsert, upload });
  const id = await storeUpload(request.deps, { bucket, name, owner, upsert, upload });
  return Response.json({ Id: id, Key: `${bucketId}/${name}` });
}

export interface Placement {
  readonly bucket: Bucket;
  readonly name: string;
  readonly owner: Owner;
  readonly upsert: boolean;
  readonly upload: Upload | null;
}

/** Throws if the policies, or an existing name, forbid the upload. Changes nothing. */
export async function checkUpload(
  request: StorageRequest,
  operation: string,
  placement: Placement,
): Promise<void> {
  const { bucket, name, owner, upsert, upload } = placement;
  if (upload !== null) checkMimeType(upload.mimeType, bucket.allowedMimeTypes);
  const length = Number(request.request.headers.get('content-length'));
  const row: NewObject = {
    bucketId: bucket.id,
    name,
    ...owner,
    version: crypto.randomUUID(),
    metadata: upload === null ? {} : { mimetype: upload.mimeType, size: length, contentLength: length },
    userMetadata: upload?.userMetadata ?? null,
  };
  await asCaller(request, { operation, rollback: true }, (tx) => writeObject(tx, row, upsert));
}

/** Runs with the service's rights: the caller's have been checked. Returns the object's id. */
export async function storeUpload(
  deps: StorageDeps,
  { bucket, name, owner, upsert, upload }: Placement & { readonly upload: Upload },
): Promise<string> {
  checkMimeType(upload.mimeType, bucket.allowedMimeTypes);
  const version = crypto.randomUUID();
  const written = await deps.files.write(version, upload.content, limitOf(bucket, deps));
  if (!written.ok) throw tooLarge();
  const { etag, sizeBytes } = written.file;
  if (/^image\//i.test(upload.mimeType)) await checkPixels(deps, version);
  const metadata = {
    eTag: etag,
    size: sizeBytes,
    mimetype: upload.mimeType,
    cacheControl: upload.cacheControl,
    lastModified: new Date(deps.clock()).toISOString(),
    contentLength: sizeBytes,
    httpStatusCode: 200,
  };
  const row = { bucketId: bucket.id, name, ...owner, version, metadata, userMetadata: upload.userMetadata };
  return await placeObject(deps, row, upsert);
}

/** Removes an image that declares too many pixels: drawing it would take gigabytes from each reader. */
async function checkPixels({ files }: StorageDeps, version: string): Promise<void> {
  const content = await files.read(version, { first: 0, last: MOST_READ_BYTES - 1 });
  if (declaredPixels(new Uint8Array(await new Response(content).arrayBuffer())) <= MAX_IMAGE_PIXELS) return;
  await files.remove([version]);
  throw tooManyPixels();
}

/** Sets the row to the new bytes and removes the old ones. On failure removes the new bytes. */
export async function placeObject(deps: StorageDeps, row: NewObject, upsert: boolean): Promise<string> {
  try {
    const { id, before } = await deps.database.transaction(async (tx) => {
      const found = await tx.query<{ version: string | null }>(
        'select version from storage.objects where bucket_id = $1 and name = $2 for update',
        [row.bucketId, row.name],
      );
      if (found.rows.length > 0 && !upsert) throw alreadyExists('KeyAlreadyExists');
      await writeObject(tx, row, upsert);
      const stored = await tx.query<{ id: string }>(
        'select id from storage.objects where bucket_id = $1 and name = $2',
        [row.bucketId, row.name],
      );
      return { id: stored.rows[0]?.id ?? '', before: found.rows[0]?.version ?? null };
    });
    if (before !== null) await deps.files.remove([before]);
    return id;
  } catch (error) {
    await deps.files.remove([row.version]);
    throw error;
  }
}

export function wantsUpsert(request: Request): boolean {
  return request.headers.get('x-upsert') === 'true';
}

export function limitOf(bucket: Bucket, { config }: StorageDeps): number {
  return Math.min(config.file_size_limit, bucket.fileSizeLimit ?? Infinity);
}
