/** Files in private buckets, mostly images of documents: uploaded with progress, read with the caller's token. */
import { parseJson } from '#contract/parse-json.ts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError, codeOfStatus, type ApiErrorCode } from './api-error.ts';
import { timeLimit } from './ask-database.ts';
import { getAccessToken, getOtherToken } from './session.ts';
import { getConfig, tokenFetch } from './supabase.ts';
import { isTokenRefused } from './token-fetch.ts';

const BUCKET = 'document-images';
/** The content of a path never changes. */
const CACHE_CONTROL = 'max-age=31536000';
const STALLED_AFTER_MS = 30_000;

/** Enough for the largest image on a slow connection. */
const LOADING_MS = 120_000;

export interface ImageToSend {
  readonly path: string;
  readonly file: Blob;
  readonly type: string;
}

interface WatchSending {
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** Idempotent per path. */
export async function sendImage(image: ImageToSend, watch: WatchSending): Promise<void> {
  const token = await getAccessToken();
  const answer = await send(image, watch, token);
  const isOld = token !== null && isTokenRefused(answer.status, answer.text);
  refuse(isOld ? await send(image, watch, await getOtherToken(token)) : answer);
}

export interface Answer {
  /** 0 when there was no reply. */
  readonly status: number;
  readonly text: string;
}

const NO_ANSWER: Answer = { status: 0, text: '' };

/** XMLHttpRequest, because `fetch` cannot report upload progress. */
function send(
  image: ImageToSend,
  { onProgress, signal }: WatchSending,
  token: string | null,
): Promise<Answer> {
  if (signal.aborted) return Promise.resolve(NO_ANSWER);
  const { url, headers } = requestTo(`${BUCKET}/${image.path}`, token);
  const request = new XMLHttpRequest();
  request.open('POST', url);
  const all = { ...headers, 'Content-Type': image.type, 'Cache-Control': CACHE_CONTROL };
  for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
  return new Promise((resolve) => {
    const abort = (): void => request.abort();
    let stalled = setTimeout(abort, STALLED_AFTER_MS);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, STALLED_AFTER_MS);
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
      resolve({ status: request.status, text: request.responseText });
    });
    signal.addEventListener('abort', abort);
    request.send(image.file);
  });
}

const problemSchema = z.object({ statusCode: z.coerce.number(), message: z.optional(z.string()) });
const DUPLICATE = 409;

interface Problem {
  readonly code: ApiErrorCode;
  readonly status: number;
}

/** Null if the file was stored. Storage replies with 400 and puts the actual status into the body. */
function readProblem(status: number, text: string): Problem | null {
  if (status >= 200 && status < 300) return null;
  const body = problemSchema.safeParse(parseJson(text));
  const meant = body.success ? body.data.statusCode : status;
  // An earlier attempt succeeded; only its reply was lost.
  if (meant === DUPLICATE) return null;
  const isFull = body.data?.message === 'storage_full';
  return { code: isFull ? 'storage_full' : codeOfStatus(meant), status: meant };
}

/** Copies within storage, with the caller's rights to read `from` and to create `to`. Idempotent. */
export async function copyImage(from: string, to: string): Promise<void> {
  await askStorage('copy', { bucketId: BUCKET, sourceKey: from, destinationKey: to });
}

/** An image, loaded with the caller's current right to read its document. */
export const imageQuery = (path: string) =>
  queryOptions({
    queryKey: ['image', path] as const,
    queryFn: () => loadFile(`${BUCKET}/${path}`),
    staleTime: Infinity,
  });

/** Uses no signed URL: it would give access to anyone holding it, even after the right is revoked. */
export async function loadFile(path: string): Promise<Blob> {
  const { url, headers } = requestTo(`authenticated/${path}`, await getAccessToken());
  try {
    const response = await tokenFetch(url, { headers, signal: AbortSignal.timeout(LOADING_MS) });
    if (!response.ok) refuse({ status: response.status, text: await response.text() });
    return await response.blob();
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError({ code: 'unreachable', status: 0, cause });
  }
}

/** Bypasses the storage client of supabase-js, which every page would have to load. */
export async function askStorage(name: string, body: object): Promise<string> {
  const { url, headers } = requestTo(name, await getAccessToken());
  const answer = await tokenFetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: timeLimit(),
  })
    .then(async (response): Promise<Answer> => ({ status: response.status, text: await response.text() }))
    .catch((cause: unknown) => {
      throw new ApiError({ code: 'unreachable', status: 0, cause });
    });
  refuse(answer);
  return answer.text;
}

/** URL and authorization headers of a storage request. */
export function requestTo(name: string, token: string | null) {
  const { supabaseUrl, publishableKey } = getConfig();
  return {
    url: `${supabaseUrl}/storage/v1/object/${name}`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${token ?? publishableKey}` },
  };
}

/** Throws unless storage replied with success. */
export function refuse({ status, text }: Answer): void {
  if (isTokenRefused(status, text)) throw new ApiError({ code: 'unauthenticated', status });
  const problem = readProblem(status, text);
  if (problem !== null) throw new ApiError(problem);
}
