/**
 * Signed URLs. A token is valid for one object and one kind of use, download or upload. Its `role` is no role of the
 * database, so it grants nothing else.
 */
import { z } from 'zod';
import { findBucket } from './bucket.ts';
import { serveObject } from './download-object.ts';
import { checkKey } from './object-key.ts';
import { findObject } from './object-row.ts';
import { readUpload } from './read-upload.ts';
import { invalidSignature, invalidToken, StorageError } from './storage-error.ts';
import { asCaller, ownerOf, readJson, type StorageDeps, type StorageRequest } from './storage-request.ts';
import { checkUpload, limitOf, storeUpload, wantsUpsert } from './upload-object.ts';

const ROLE = 'storage_signed_url';
const UPLOAD_LIFETIME_S = 2 * 60 * 60;

const expiry = z.object({ expiresIn: z.int().min(1) });

/** `POST /object/sign/BUCKET/NAME` */
export async function signDownload(
  request: StorageRequest,
  bucketId: string,
  key: string,
): Promise<Response> {
  const { expiresIn } = await readJson(request.request, expiry);
  const name = checkKey(key);
  const options = { operation: 'storage.object.sign', readOnly: true };
  await asCaller(request, options, (tx) => findObject(tx, bucketId, name));
  return Response.json({ signedURL: await makeDownloadUrl(request.deps, bucketId, name, expiresIn) });
}

/** `POST /object/sign/BUCKET`: one result per path, in the same order. */
export async function signDownloads(request: StorageRequest, bucketId: string): Promise<Response> {
  const shape = expiry.extend({ paths: z.array(z.string()).min(1).max(1000) });
  const { expiresIn, paths } = await readJson(request.request, shape);
  const options = { operation: 'storage.object.sign_many', readOnly: true };
  const found = await asCaller(request, options, async (tx) => {
    const { rows } = await tx.query<{ name: string }>(
      'select name from storage.objects where bucket_id = $1 and name = any($2)',
      [bucketId, paths],
    );
    return new Set(rows.map(({ name }) => name));
  });
  const answers = paths.map(async (path) => {
    if (found.has(path)) {
      return { error: null, path, signedURL: await makeDownloadUrl(request.deps, bucketId, path, expiresIn) };
    }
    const error = 'Either the object does not exist or you do not have access to it';
    return { error, path, signedURL: null };
  });
  return Response.json(await Promise.all(answers));
}

async function makeDownloadUrl(
  deps: StorageDeps,
  bucketId: string,
  name: string,
  expiresIn: number,
): Promise<string> {
  const url = `${bucketId}/${name}`;
  const token = await sign(deps, { scope: 'download', url }, expiresIn);
  return `/object/sign/${url}?token=${token}`;
}

/** `GET /object/sign/BUCKET/NAME?token=` */
export async function serveSigned(request: StorageRequest, bucketId: string, key: string): Promise<Response> {
  const claims = await verify(request, downloadClaims, `${bucketId}/${key}`);
  const object = await findObject(request.deps.database, bucketId, checkKey(key));
  return await serveObject(request, object, new Date(claims.exp * 1000));
}

/** `POST /object/upload/sign/BUCKET/NAME`: valid for two hours and one name. */
export async function signUpload(request: StorageRequest, bucketId: string, key: string): Promise<Response> {
  const name = checkKey(key);
  const bucket = await findBucket(request.deps.database, bucketId);
  const upsert = wantsUpsert(request.request);
  const owner = ownerOf(request.claims);
  const placement = { bucket, name, owner, upsert, upload: null };
  await checkUpload(request, 'storage.object.sign_upload_url', placement);
  const url = `${bucketId}/${name}`;
  const claims = { scope: 'upload', url, upsert, owner: owner.ownerId };
  const token = await sign(request.deps, claims, UPLOAD_LIFETIME_S);
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
}

/** `PUT /object/upload/sign/BUCKET/NAME?token=` */
export async function uploadSigned(
  request: StorageRequest,
  bucketId: string,
  key: string,
): Promise<Response> {
  const claims = await verify(request, uploadClaims, `${bucketId}/${key}`);
  const name = checkKey(key);
  const bucket = await findBucket(request.deps.database, bucketId);
  const upload = await readUpload(request.request, limitOf(bucket, request.deps));
  const owner = ownerOf(claims.owner === null ? null : { role: ROLE, sub: claims.owner });
  await storeUpload(request.deps, { bucket, name, owner, upsert: claims.upsert, upload });
  return Response.json({ Key: `${bucketId}/${name}` });
}

async function sign({ tokens, clock }: StorageDeps, claims: object, lifetimeS: number): Promise<string> {
  const iat = Math.floor(clock() / 1000);
  return await tokens.signShared({ ...claims, role: ROLE, iat, exp: iat + lifetimeS });
}

const downloadClaims = z.object({
  role: z.literal(ROLE),
  scope: z.literal('download'),
  url: z.string(),
  exp: z.number(),
});
const uploadClaims = z.object({
  role: z.literal(ROLE),
  scope: z.literal('upload'),
  url: z.string(),
  upsert: z.boolean(),
  owner: z.string().nullable(),
  exp: z.number(),
});

async function verify<T extends { url: string }>(
  { deps, url }: StorageRequest,
  shape: z.ZodType<T>,
  path: string,
): Promise<T> {
  const token = url.searchParams.get('token');
  if (token === null) throw missingToken();
  const verified = await deps.tokens.verify(token);
  if (!verified.ok) {
    throw invalidToken(verified.reason === 'expired' ? '"exp" claim timestamp check failed' : 'Invalid JWT');
  }
  const claims = shape.safeParse(verified.claims);
  if (!claims.success || claims.data.url !== path) throw invalidSignature();
  return claims.data;
}

function missingToken(): StorageError {
  return new StorageError({
    status: 400,
    code: 'InvalidRequest',
    error: 'Error',
    message: "querystring must have required property 'token'",
  });
}
