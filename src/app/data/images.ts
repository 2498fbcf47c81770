/** Images of documents in their private bucket: sent with progress, read through addresses that end. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError, codeOfStatus } from './api-error.ts';
import { timeLimit } from './ask-database.ts';
import { getAccessToken } from './session.ts';
import { getConfig, getSupabase } from './supabase.ts';

const BUCKET = 'document-images';
/** A path never gets another picture. */
const CACHE_CONTROL = 'max-age=31536000';
const STALLED_AFTER_MS = 30_000;

const SIGNED_FOR_S = 3600;
/** Well before the address ends. */
const RENEW_AFTER_MS = 50 * 60_000;

export interface ImageToSend {
  readonly path: string;
  readonly file: Blob;
  readonly type: string;
}

interface WatchSending {
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** `fetch` cannot say how far an upload is, so this is an XMLHttpRequest. Sending the same path again is harmless. */
export async function sendImage({ path, file, type }: ImageToSend, watch: WatchSending): Promise<void> {
  const { supabaseUrl, publishableKey } = getConfig();
  const token = await getAccessToken();
  if (watch.signal.aborted) return;
  const request = new XMLHttpRequest();
  request.open('POST', `${supabaseUrl}/storage/v1/object/${BUCKET}/${path}`);
  request.setRequestHeader('apikey', publishableKey);
  request.setRequestHeader('Authorization', `Bearer ${token ?? publishableKey}`);
  request.setRequestHeader('Content-Type', type);
  request.setRequestHeader('Cache-Control', CACHE_CONTROL);
  const { status, text } = await send(request, file, watch);
  const problem = readProblem(status, text);
  if (problem !== null) throw new ApiError({ code: codeOfStatus(problem), status: problem });
}

interface Answer {
  /** 0 when there was none. */
  readonly status: number;
  readonly text: string;
}

function send(request: XMLHttpRequest, file: Blob, { onProgress, signal }: WatchSending): Promise<Answer> {
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
    request.send(file);
  });
}

const problemSchema = z.object({ statusCode: z.coerce.number() });
const DUPLICATE = 409;

/** Null when the image is there. Storage answers with 400 and writes what it means into the body. */
function readProblem(status: number, text: string): number | null {
  if (status >= 200 && status < 300) return null;
  const told = problemSchema.safeParse(parseJson(text));
  const meant = told.success ? told.data.statusCode : status;
  // An earlier attempt arrived, and only its answer was lost.
  return meant === DUPLICATE ? null : meant;
}

/** Undefined, which no JSON is, when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Within the storage, with the caller's own rights to see the one and to add the other. Doing it again is harmless. */
export async function copyImage(from: string, to: string): Promise<void> {
  const { error } = await Promise.race([getSupabase().storage.from(BUCKET).copy(from, to), untilTimeLimit()]);
  if (error === null || statusOf(error) === DUPLICATE) return;
  throw asApiError(error);
}

/** The address an image can be seen at for an hour. */
export const imageAddressQuery = (path: string) =>
  queryOptions({
    queryKey: ['image', path] as const,
    queryFn: () => signImage(path),
    staleTime: RENEW_AFTER_MS,
    refetchInterval: RENEW_AFTER_MS,
  });

async function signImage(path: string): Promise<string> {
  const answer = getSupabase().storage.from(BUCKET).createSignedUrl(path, SIGNED_FOR_S);
  const { data, error } = await Promise.race([answer, untilTimeLimit()]);
  if (error === null) return data.signedUrl;
  throw asApiError(error);
}

interface StorageProblem {
  readonly status?: number | undefined;
  readonly statusCode?: string | undefined;
}

/** Storage answers with 400 and says beside it what it means. */
const statusOf = ({ status, statusCode }: StorageProblem): number => Number(statusCode ?? status ?? 0);

function asApiError(error: StorageProblem): ApiError {
  const status = statusOf(error);
  return new ApiError({ code: codeOfStatus(status), status, cause: error });
}

function untilTimeLimit(): Promise<never> {
  const signal = timeLimit();
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new ApiError({ code: 'unreachable', status: 0, cause: signal.reason })),
    );
  });
}
