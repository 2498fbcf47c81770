/** The pictures of a text in formats that Word reads, with their sizes. */
import type { LeavingText, Picture } from '#contract/formats/leaving-text.ts';
import { loadPictures } from './load-pictures.ts';
import { readPictureSize, type PictureSize } from './picture-size.ts';

export interface ReadyPicture extends PictureSize {
  readonly bytes: Uint8Array;
  readonly type: 'png' | 'jpg' | 'gif';
}

/** A picture in a format that Word reads; null when that cannot be done here. */
export type RedrawPicture = (picture: Picture) => Promise<Picture | null>;

/** By path. A picture that is not there or cannot be read is left out. */
export async function readyPictures(
  leaving: Pick<LeavingText, 'doc' | 'loadPicture'>,
  redraw: RedrawPicture,
): Promise<ReadonlyMap<string, ReadyPicture>> {
  const ready = new Map<string, ReadyPicture>();
  for (const [path, loaded] of await loadPictures(leaving)) {
    const picture = readPicture(loaded.bytes) ?? readPicture((await redraw(loaded))?.bytes);
    if (picture) ready.set(path, picture);
  }
  return ready;
}

function readPicture(bytes: Uint8Array | undefined): ReadyPicture | null {
  const size = bytes && readPictureSize(bytes);
  return size ? { bytes, ...size } : null;
}

const QUALITY = 0.92;

/** Draws the picture in the browser: photos as JPEG, pictures that can be transparent as PNG. */
export const redrawPicture: RedrawPicture = async ({ bytes, type }) => {
  if (typeof OffscreenCanvas === 'undefined') return null;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type }));
  } catch {
    // The bytes are no picture: a loss like one that is not there.
    return null;
  }
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const drawn = await canvas.convertToBlob({
    type: isOpaqueWebp(bytes) ? 'image/jpeg' : 'image/png',
    quality: QUALITY,
  });
  return { bytes: new Uint8Array(await drawn.arrayBuffer()), type: drawn.type };
};

/** The plain kind of WebP has no transparency. */
const isOpaqueWebp = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(12, 16)) === 'VP8 ';
