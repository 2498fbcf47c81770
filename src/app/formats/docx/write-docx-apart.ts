/** Writes a file of Word in a worker: a long text takes more than a second, in which the page answers. */
import type { LeavingText, WrittenFile } from '#contract/formats/leaving-text.ts';
import { ApiError } from '../../data/api-error.ts';
import { loadPictures } from './load-pictures.ts';
import type { WriteRequest, Written } from './write-worker.ts';

/** Rejects when the worker fails, for example without memory, and when `signal` is aborted; offline with an ApiError. */
export async function writeDocxApart(
  { loadPicture, ...leaving }: LeavingText,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  const pictures = await loadPictures({ doc: leaving.doc, loadPicture });
  signal?.throwIfAborted();
  const worker = new Worker(new URL('write-worker.ts', import.meta.url), { type: 'module' });
  const written = await new Promise<Written>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    // Without a message, the script of the worker could not be loaded.
    worker.addEventListener('error', ({ message }: Partial<ErrorEvent>) => {
      if (message === undefined) reject(new ApiError({ code: 'unreachable', status: 0 }));
      else resolve(null);
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Written>) => resolve(data));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ leaving, pictures } satisfies WriteRequest);
  }).finally(() => worker.terminate());
  if (written === null) throw new Error('the text cannot be written');
  return written;
}
