/** The worker in which pictures are redrawn: a file can have many. */
import { redrawImage, type RedrawnImage } from '../../editor/images/redraw-image.ts';

export type Redrawn = RedrawnImage | null;

export interface RedrawRequest {
  readonly bitmap: ImageBitmap;
  readonly type: string;
}

globalThis.addEventListener('message', ({ data }: MessageEvent<RedrawRequest>) => void answer(data));

async function answer({ bitmap, type }: RedrawRequest): Promise<void> {
  try {
    reply(await redrawImage(bitmap, type));
  } catch (error) {
    reply(null);
    throw error;
  } finally {
    bitmap.close();
  }
}

/** Null: it could not be drawn. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has none
const reply = (drawn: Redrawn): void => globalThis.postMessage(drawn);
