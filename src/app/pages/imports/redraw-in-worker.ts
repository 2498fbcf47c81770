import type { Redraw, RedrawnImage } from '../../editor/images/redraw-image.ts';
import type { Redrawn, RedrawRequest } from './redraw-worker.ts';

/** Takes the bitmap. Drawing and reading pixels back takes longer than the page may be busy. */
export const redrawInWorker: Redraw = (bitmap, type) => {
  const worker = new Worker(new URL('redraw-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<RedrawnImage>((resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.addEventListener('message', ({ data }: MessageEvent<Redrawn>) => {
      if (data === null) reject(new Error('a picture could not be redrawn'));
      else resolve(data);
    });
    const request: RedrawRequest = { bitmap, type };
    worker.postMessage(request, [bitmap]);
  }).finally(() => worker.terminate());
};
