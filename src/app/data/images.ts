/** Files in private buckets, images of documents above all: sent with progress, read with the token of whoever asks. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError, codeOfStatus, type ApiErrorCode } from './api-error.ts';
import { timeLimit } from './ask-database.ts';
import { getAccessToken, getOtherToken } from './session.ts';
import { getConfig, tokenFetch } from './supabase.ts';
import { isTokenRefused } from './token-fetch.ts';

const BUCKET = 'document-images';
/** A path never gets another picture. */
const CACHE_CONTROL = 'max-age=31536000';
const STALLED_AFTER_MS = 30_000;

/** The largest image on a slow line. */
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

/** Sending the same path again is harmless. */
export async function sendImage(image: ImageToSend, watch: WatchSending): Promise<void> {
  const token = await getAccessToken();
  const answer = await send(image, watch, token);
  const isOld = token !== null && isTokenRefused(answer.status, answer.text);
  refuse(isOld ? await send(image, watch, await getOtherToken(token)) : answer);
}

export interface Answer {
  /** 0 when there was none. */
  readonly status: number;
  readonly text: string;
}

const NO_ANSWER: Answer = { status: 0, text: '' };

/** `fetch` cannot say how far an upload is, so this is an XMLHttpRequest. */
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

/** Null when the file is there. Storage answers with 400 and writes what it means into the body. */
function readProblem(status: number, text: string): Problem | null {
  if (status >= 200 && status < 300) return null;
  const told = problemSchema.safeParse(parseJson(text));
  const meant = told.success ? told.data.statusCode : status;
  // An earlier attempt arrived, and only its answer was lost.
  if (meant === DUPLICATE) return null;
  const isFull = told.data?.message === 'storage_full';
  return { code: isFull ? 'storage_full' : codeOfStatus(meant), status: meant };
}

/** Undefined, which no JSON is, when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Within the storage, with the caller's own rights to see the one and to add the other. Doing it again is harmless. */
export async function copyImage(from: string, to: string): Promise<void> {
  await askStorage('copy', { bucketId: BUCKET, sourceKey: from, destinationKey: to });
}

/** An image, with the right to read its document as it is now. */
export const imageQuery = (path: string) =>
  queryOptions({
    queryKey: ['image', path] as const,
    queryFn: () => loadFile(`${BUCKET}/${path}`),
    staleTime: Infinity,
  });

/** No address is signed for it: that would let in whoever has the address, also when the right is gone. */
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

/** Without the client of Supabase, whose half for files every page would have to load. */
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

/** Where a file is asked for, and the headers that say who asks. */
export function requestTo(name: string, token: string | null) {
  const { supabaseUrl, publishableKey } = getConfig();
  return {
    url: `${supabaseUrl}/storage/v1/object/${name}`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${token ?? publishableKey}` },
  };
}

/** Throws unless storage did as it was asked. */
export function refuse({ status, text }: Answer): void {
  if (isTokenRefused(status, text)) throw new ApiError({ code: 'unauthenticated', status });
  const problem = readProblem(status, text);
  if (problem !== null) throw new ApiError(problem);
}
