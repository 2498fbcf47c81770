/** The worker in which pictures are redrawn: a file can have many. */
import { redrawImage, type RedrawnImage } from '../../editor/images/redraw-image.ts';

export interface RedrawRequest {
  readonly bitmap: ImageBitmap;
  readonly type: string;
}

globalThis.addEventListener('message', ({ data }: MessageEvent<RedrawRequest>) => void answer(data));

async function answer({ bitmap, type }: RedrawRequest): Promise<void> {
  const drawn = await redrawImage(bitmap, type);
  bitmap.close();
  reply(drawn);
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has none
const reply = (drawn: RedrawnImage): void => globalThis.postMessage(drawn);
