/** Serves an object's bytes: conditional and range requests (RFC 9110), downloads with a file name. */
import type { ByteRange } from './file-store.ts';
import { servedMimeType } from './mime-type.ts';
import type { ObjectRow } from './object-row.ts';
import { invalidRange, noSuchKey } from './storage-error.ts';
import type { StorageRequest } from './storage-request.ts';

/** @param expires end of a signed URL, which overrides the object's caching rules. */
export async function serveObject(
  { deps, request, url }: StorageRequest,
  object: ObjectRow,
  expires: Date | null,
): Promise<Response> {
  const { metadata, version } = object;
  const modified = modifiedAt(object);
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-type': servedMimeType(toHeaderText(metadata.mimetype)),
    etag: toHeaderText(metadata.eTag),
    'last-modified': modified.toUTCString(),
    'x-content-type-options': 'nosniff',
    // The file gets no rights of the site that serves it.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (expires === null) headers.set('cache-control', toHeaderText(metadata.cacheControl));
  else headers.set('expires', expires.toUTCString());
  const download = url.searchParams.get('download');
  if (download !== null) headers.set('content-disposition', describeAttachment(download));
  if (isUnchanged(request, metadata.eTag, modified)) return new Response(null, { status: 304, headers });

  const range = readRange(request, metadata.size);
  const length = range === null ? metadata.size : range.last - range.first + 1;
  headers.set('content-length', String(length));
  if (range !== null) headers.set('content-range', `bytes ${range.first}-${range.last}/${metadata.size}`);
  const status = range === null ? 200 : 206;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const content = await deps.files.read(version, range);
  if (content === null) throw noSuchKey();
  return new Response(content, { status, headers });
}

function modifiedAt({ metadata, updatedAt }: ObjectRow): Date {
  return new Date(metadata.lastModified === '' ? updatedAt : metadata.lastModified);
}

export function describeObject(object: ObjectRow): Response {
  const { metadata } = object;
  const headers = {
    etag: toHeaderText(metadata.eTag),
    'last-modified': modifiedAt(object).toUTCString(),
    'cache-control': 'no-cache',
  };
  const description = {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucketId,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.userMetadata ?? {},
    last_modified: object.updatedAt,
    created_at: object.createdAt,
  };
  return Response.json(description, { headers });
}

function describeAttachment(name: string): string {
  if (name === '') return 'attachment;';
  // The only character that `encodeURIComponent` keeps although it has a meaning in this header.
  const encoded = encodeURIComponent(name).replaceAll("'", '%27');
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}

/** Rows can also be written by SQL, with arbitrary values. */
function toHeaderText(value: string): string {
  return value.replaceAll(/[^\u0020-\u007E]/g, '');
}

function isUnchanged({ headers }: Request, etag: string, modified: Date): boolean {
  const wanted = headers.get('if-none-match');
  if (wanted !== null) {
    const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes(etag) || tags.includes('*');
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/**
 * Reads a single range. Several ranges or another unit are answered with the whole file. Throws InvalidRange past the
 * end.
 */
function readRange({ headers }: Request, sizeBytes: number): ByteRange | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range')?.trim() ?? '');
  if (found === null || (found[1] === '' && found[2] === '')) return null;
  const [, from = '', to = ''] = found;
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  if (first > last || first >= sizeBytes) throw invalidRange();
  return { first, last };
}
