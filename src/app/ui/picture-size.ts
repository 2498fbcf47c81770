/**
 * How large a picture is, before any of it is drawn: a file of 50 KB can stand for gigabytes of pixels. The browser is asked,
 * which reads so much without drawing: what another program reads in the file may not be what the browser draws.
 */
import { MAX_IMAGE_PIXELS } from '#contract/limits.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export const pixelsOf = ({ width, height }: PictureSize): number => width * height;

/** Of an image that is loaded, and not on the page yet. */
export const mayBeDrawn = ({ naturalWidth, naturalHeight }: HTMLImageElement): boolean =>
  pixelsOf({ width: naturalWidth, height: naturalHeight }) <= MAX_IMAGE_PIXELS;

/** Null when it is no picture. */
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
