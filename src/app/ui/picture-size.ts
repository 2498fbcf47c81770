/**
 * Checks the size of a picture before it is rendered: a file of 50 KB can decode to gigabytes. The browser measures it
 * without rendering, because another decoder may read a different size than the browser renders.
 */
import { MAX_IMAGE_PIXELS } from '#contract/limits.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export const pixelsOf = ({ width, height }: PictureSize): number => width * height;

/** For an image that is loaded but not on the page yet. */
export const mayBeDrawn = ({ naturalWidth, naturalHeight }: HTMLImageElement): boolean =>
  pixelsOf({ width: naturalWidth, height: naturalHeight }) <= MAX_IMAGE_PIXELS;

/** Null if it is not a picture. */
export async function measurePicture(picture: Blob): Promise<PictureSize | null> {
  const url = URL.createObjectURL(picture);
  const image = new Image();
  try {
    return await new Promise((resolve) => {
      image.addEventListener('load', () =>
        resolve({ width: image.naturalWidth, height: image.naturalHeight }),
      );
      image.addEventListener('error', () => resolve(null));
      image.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
