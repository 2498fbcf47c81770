/**
 * The storage service: supabase/storage's buckets, objects and signed URLs. Rows in `storage.objects` under the
 * caller's policies, bytes in a `FileStore`. Not imitated: resumable uploads (TUS), image transformation, S3, vectors.
 */
import type { RequestContext, Service } from '../service.ts';
import type { Claims, TokenFailure, Tokens } from '../keys/tokens.ts';
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  findBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from './bucket.ts';
import { describeFailure } from './describe-failure.ts';
import { describeObject, serveObject } from './download-object.ts';
import { listObjects, listObjectsV2 } from './list-objects.ts';
import { checkKey } from './object-key.ts';
import { findObject, type ObjectRow } from './object-row.ts';
import { copyObject, moveObject, removeObject, removeObjects } from './rearrange-objects.ts';
import { serveSigned, signDownload, signDownloads, signUpload, uploadSigned } from './signed-url.ts';
import {
  invalidKey,
  noSuchBucket,
  NoRouteError,
  notEnabled,
  refuseAccess,
  type StorageError,
} from './storage-error.ts';
import { asCaller, type StorageDeps, type StorageRequest } from './storage-request.ts';
import { uploadObject } from './upload-object.ts';

/** The returned service answers every expected failure itself. If it throws, that is a bug. */
export function createStorage(deps: StorageDeps): Service {
  return async (request, context) => {
    try {
      const url = new URL(request.url);
      const claims = await authenticate(deps.tokens, context, isOpen(url.pathname, request.method));
      return await route({ deps, request, url, claims });
    } catch (error) {
      if (error instanceof NoRouteError) {
        const body = { message: error.message, error: 'Not Found', statusCode: 404 };
        return Response.json(body, { status: 404 });
      }
      const failure = describeFailure(error);
      if (failure === null) throw error;
      return makeErrorReply(failure, request.method);
    }
  };
}

/** Public and signed URLs are opened by browsers without a token, so a bad token does not matter there. */
function isOpen(pathname: string, method: string): boolean {
  if (/^\/object\/(public|info\/public)\//.test(pathname)) return true;
  if (pathname.startsWith('/object/sign/')) return method === 'GET' || method === 'HEAD';
  return pathname.startsWith('/object/upload/sign/') && method === 'PUT';
}

async function authenticate(
  tokens: Tokens,
  { token }: RequestContext,
  open: boolean,
): Promise<Claims | null> {
  if (token === null || open) return null;
  const verified = await tokens.verify(token);
  if (verified.ok) return verified.claims;
  throw refuseAccess(TOKEN_FAILURES[verified.reason]);
}

const TOKEN_FAILURES: Readonly<Record<TokenFailure, string>> = {
  malformed: 'Invalid Compact JWS',
  signature: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
  claims: 'Invalid JWT',
};

function makeErrorReply(failure: StorageError, method: string): Response {
  const { status, code, error, message, httpStatus } = failure;
  const body = { statusCode: String(status), code, error, message };
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(method === 'HEAD' ? null : JSON.stringify(body), { status: httpStatus, headers });
}

async function route(request: StorageRequest): Promise<Response> {
  const [area, ...path] = request.url.pathname.split('/').slice(1).map(decodeSegment);
  if (area === 'bucket') return await routeBucket(request, path);
  if (area === 'object') return await routeObject(request, path);
  if (area === 'render') throw notEnabled('imageTransformation');
  if (area === 'upload') throw notEnabled('resumable uploads');
  throw noRoute(request);
}

async function routeBucket(request: StorageRequest, path: readonly string[]): Promise<Response> {
  const { method } = request.request;
  const [id, action] = path;
  if (id === undefined || id === '') {
    if (method === 'GET') return await listBuckets(request);
    if (method === 'POST') return await createBucket(request);
  } else if (action === undefined) {
    if (method === 'GET') return await getBucket(request, id);
    if (method === 'PUT') return await updateBucket(request, id);
    if (method === 'DELETE') return await deleteBucket(request, id);
  } else if (action === 'empty' && method === 'POST') return await emptyBucket(request, id);
  throw noRoute(request);
}

async function routeObject(request: StorageRequest, path: readonly string[]): Promise<Response> {
  const { method } = request.request;
  const isRead = method === 'GET' || method === 'HEAD';
  const [first = '', second = ''] = path;
  if (method === 'POST' && path.length === 1 && first === 'move') return await moveObject(request);
  if (method === 'POST' && path.length === 1 && first === 'copy') return await copyObject(request);
  if (method === 'POST' && path.length === 2 && first === 'list') return await listObjects(request, second);
  if (method === 'POST' && path.length === 2 && first === 'list-v2')
    return await listObjectsV2(request, second);
  if (first === 'sign') {
    if (method === 'POST' && path.length === 2) return await signDownloads(request, second);
    if (method === 'POST') return await signDownload(request, second, keyOf(path.slice(2)));
    if (isRead) return await serveSigned(request, second, keyOf(path.slice(2)));
  }
  if (first === 'upload' && second === 'sign') {
    if (method === 'POST') return await signUpload(request, path[2] ?? '', keyOf(path.slice(3)));
    if (method === 'PUT') return await uploadSigned(request, path[2] ?? '', keyOf(path.slice(3)));
  }
  if (isRead && first === 'public') {
    return await serveObject(request, await findPublic(request, second, keyOf(path.slice(2))), null);
  }
  if (isRead && first === 'authenticated') return await serve(request, second, keyOf(path.slice(2)));
  if (isRead && first === 'info') return await routeInfo(request, path.slice(1));
  return await routeNamed(request, first, path.slice(1));
}

/** Paths that start with a bucket's name. */
async function routeNamed(
  request: StorageRequest,
  bucketId: string,
  path: readonly string[],
): Promise<Response> {
  const { method } = request.request;
  if (path.length === 0) {
    if (method === 'DELETE') return await removeObjects(request, bucketId);
    throw noRoute(request);
  }
  const key = keyOf(path);
  switch (method) {
    case 'POST':
    case 'PUT':
      return await uploadObject(request, bucketId, key);
    case 'GET':
    case 'HEAD':
      return await serve(request, bucketId, key);
    case 'DELETE':
      return await removeObject(request, bucketId, key);
    default:
      throw noRoute(request);
  }
}

async function serve(request: StorageRequest, bucketId: string, key: string): Promise<Response> {
  const object = await findReadable(request, 'storage.object.get_authenticated', bucketId, key);
  return await serveObject(request, object, null);
}

async function routeInfo(request: StorageRequest, path: readonly string[]): Promise<Response> {
  const [first = ''] = path;
  if (first === 'public') {
    return describeObject(await findPublic(request, path[1] ?? '', keyOf(path.slice(2))));
  }
  const [bucketId = '', ...rest] = first === 'authenticated' ? path.slice(1) : path;
  // supabase/storage also names this operation without `storage.`.
  return describeObject(await findReadable(request, 'object.get_authenticated_info', bucketId, keyOf(rest)));
}

/** Objects of a public bucket are readable by all; others, if the caller's policies allow it. */
async function findReadable(
  request: StorageRequest,
  operation: string,
  bucketId: string,
  key: string,
): Promise<ObjectRow> {
  const name = checkKey(key);
  const { database } = request.deps;
  const bucket = await findBucket(database, bucketId);
  if (bucket.public) return await findObject(database, bucketId, name);
  return await asCaller(request, { operation, readOnly: true }, (tx) => findObject(tx, bucketId, name));
}

/** A public URL must not reveal that a private bucket exists. */
async function findPublic({ deps }: StorageRequest, bucketId: string, key: string): Promise<ObjectRow> {
  const name = checkKey(key);
  const bucket = await findBucket(deps.database, bucketId);
  if (!bucket.public) throw noSuchBucket();
  return await findObject(deps.database, bucketId, name);
}

function keyOf(segments: readonly string[]): string {
  return segments.join('/');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) throw invalidKey(segment);
    throw error;
  }
}

function noRoute({ request, url }: StorageRequest): NoRouteError {
  return new NoRouteError(`Route ${request.method}:${url.pathname} not found`);
}
