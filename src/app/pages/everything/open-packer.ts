import { ApiError } from '../../data/api-error.ts';
import type { PackedDocument } from '../../formats/archive/pack-document.ts';
import type { TakenDocument } from '../../formats/archive/taken-document.ts';
import type { Packer } from '../../formats/archive/use-archive.ts';
import type { PackReply, PackRequest, PictureReply } from './pack-worker.ts';

/** Packs in one worker after another only where one fails: each would read its script again. */
export function openPacker(untitled: string): Packer {
  let worker: Worker | null = null;
  const close = (): void => {
    worker?.terminate();
    worker = null;
  };
  return {
    pack: async (taken, signal) => {
      signal.throwIfAborted();
      worker ??= new Worker(new URL('pack-worker.ts', import.meta.url), { type: 'module' });
      try {
        return await packIn(worker, taken, untitled, signal);
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}

async function packIn(
  worker: Worker,
  { loadPicture, ...taken }: TakenDocument,
  untitled: string,
  signal: AbortSignal,
): Promise<PackedDocument> {
  const over = new AbortController();
  try {
    return await new Promise<PackedDocument>((resolve, reject) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      const send = (message: PackRequest | PictureReply): void => worker.postMessage(message);
      const listening = { signal: over.signal };
      const answer = ({ data }: MessageEvent<PackReply>): void => {
        if (data.kind === 'packed') resolve(data.packed);
        else if (data.kind === 'problem') reportError(data.error);
        else if (data.kind === 'failed') reject(data.error);
        else
          loadPicture(data.path).then(
            (picture) => send({ kind: 'picture', path: data.path, picture }),
            (error: unknown) => reject(error as Error),
          );
      };
      signal.addEventListener('abort', () => reject(signal.reason as Error), listening);
      worker.addEventListener('message', answer, listening);
      // Without a message, the script of the worker could not be loaded: the document waits until it can.
      worker.addEventListener(
        'error',
        ({ message }: Partial<ErrorEvent>) =>
          reject(
            message === undefined ? new ApiError({ code: 'unreachable', status: 0 }) : new Error(message),
          ),
        listening,
      );
      send({ kind: 'pack', taken, untitled });
    });
  } finally {
    over.abort();
  }
}
