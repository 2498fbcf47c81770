import { MAX_IMAGE_PIXELS, MAX_ORIGINAL_PIXELS } from '#contract/limits.ts';
import { measurePicture, pixelsOf } from '../../ui/picture-size.ts';
import { checkImageFile, MAX_IMAGE_BYTES, type ImageProblem } from './image-file.ts';
import type { ImageExtension } from '../schema/image-kinds.ts';
import { redrawImage, type Redraw } from './redraw-image.ts';

export type ReadImage =
  | {
      readonly ok: true;
      /** The file to upload. */
      readonly file: Blob;
      readonly extension: ImageExtension;
      readonly type: string;
      readonly width: number;
      readonly height: number;
      /** Has fewer pixels than the chosen file. */
      readonly isSmaller: boolean;
    }
  | { readonly ok: false; readonly problem: ImageProblem };

/** Checks the bytes and lets the browser decode the image, so that no unreadable image is uploaded. `redraw` may take the bitmap. */
export async function readImageFile(file: File, redraw: Redraw = redrawImage): Promise<ReadImage> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const checked = checkImageFile(bytes);
  if (!checked.ok) return checked;
  const { extension, type, isAnimated } = checked;
  const picture = new Blob([bytes], { type });
  const size = await measurePicture(picture);
  if (size === null) return { ok: false, problem: 'damaged' };
  if (pixelsOf(size) > (isAnimated ? MAX_IMAGE_PIXELS : MAX_ORIGINAL_PIXELS))
    return { ok: false, problem: 'too-many-pixels' };
  const bitmap = await draw(picture);
  if (bitmap === null) return { ok: false, problem: 'damaged' };
  try {
    const { width, height } = bitmap;
    // Redrawing would drop the animation.
    if (isAnimated) return { ok: true, file, extension, type, width, height, isSmaller: false };
    const drawn = await redraw(bitmap, type);
    return drawn.file.size > MAX_IMAGE_BYTES ? { ok: false, problem: 'too-large' } : { ok: true, ...drawn };
  } finally {
    bitmap.close();
  }
}

async function draw(picture: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(picture, { imageOrientation: 'from-image' });
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
