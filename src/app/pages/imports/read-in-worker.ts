import { fileFailure, type ReadFile } from '../../formats/arriving-file.ts';
import type { ImportReply, ImportRequest } from './import-worker.ts';

/** A file made to keep its reader busy ends here. */
const TIMEOUT_MS = 120_000;

/** Reads a file in a worker, which ends at once when `signal` aborts. */
export function readInWorker(
  request: ImportRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ReadFile> {
  const worker = new Worker(new URL('import-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ReadFile>((resolve, reject) => {
    AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () => resolve(fileFailure('too_slow')));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    // It ran out of memory, or the file is one that its reader does not expect.
    worker.addEventListener('error', () => resolve(fileFailure('damaged')));
    worker.addEventListener('message', ({ data }: MessageEvent<ImportReply>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else resolve(data.read);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
