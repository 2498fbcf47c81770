import { MAX_ORIGINAL_PIXELS } from '#contract/limits.ts';
import { measurePicture, pixelsOf } from '../ui/picture-size.ts';

/** Twice the largest displayed avatar size. */
const SIDE_PX = 256;
const QUALITY = 0.85;

/** Magic numbers: names and types of files prove nothing. SVG is not accepted because it can run scripts. */
const BEGINNINGS = /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs])/;
const HEAD_BYTES = 16;

/**
 * Redraws the middle square of a picture, which removes metadata such as the location. Null if the browser cannot decode
 * the file or it has too many pixels.
 */
export async function cropPicture(file: Blob): Promise<Blob | null> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (!BEGINNINGS.test(String.fromCharCode(...head))) return null;
  const size = await measurePicture(file);
  if (size === null || pixelsOf(size) > MAX_ORIGINAL_PIXELS) return null;
  const bitmap = await draw(file);
  if (bitmap === null) return null;
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(SIDE_PX, SIDE_PX);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no 2D canvas');
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX);
  bitmap.close();
  return await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
}

async function draw(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
