/** Verifies a proof of authorship in a worker, so that no file can freeze the page. */
import type { Verified, VerifyRequest } from './verify-worker.ts';

export type { Verified };

/** Minutes for the longest documents on a slow machine; a file made to keep the verifier busy ends here. */
const TIMEOUT_MS = 300_000;

/** `failed`: it took too long or too much memory, or the file could not be read. */
export function verifyFile(request: VerifyRequest, signal: AbortSignal): Promise<Verified> {
  const worker = new Worker(new URL('verify-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Verified>((resolve, reject) => {
    AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () => resolve('failed'));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('error', () => resolve('failed'));
    worker.addEventListener('message', ({ data }: MessageEvent<Verified>) => resolve(data));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
