/**
 * A picture drawn anew is its pixels and nothing else: where and with what it was taken stays behind, and it stands
 * upright without saying so.
 */
import { MAX_IMAGE_BYTES } from './image-file.ts';
import { kindOfType, type ImageExtension } from './image-kinds.ts';

/** On the longer side: more than any screen shows of a page. */
export const MAX_SIDE_PX = 4096;
const QUALITY = 0.92;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface RedrawnImage extends Size {
  readonly file: Blob;
  readonly extension: ImageExtension;
  readonly type: string;
  readonly isSmaller: boolean;
}

/** Never larger than it is. */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

export async function redrawImage(bitmap: ImageBitmap, type: string): Promise<RedrawnImage> {
  const size = fitWithin(bitmap, MAX_SIDE_PX);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  // No browser writes AVIF.
  let file = await canvas.convertToBlob({
    type: type === 'image/avif' ? 'image/webp' : type,
    quality: QUALITY,
  });
  // A photo that somebody saved as PNG.
  if (file.size > MAX_IMAGE_BYTES)
    file = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  return { ...size, file, ...kindOfType(file.type), isSmaller: size.width < bitmap.width };
}
