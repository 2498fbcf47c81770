/** Redrawing keeps only the pixels: it strips metadata such as place and camera, and applies the orientation. */
import { MAX_IMAGE_BYTES } from './image-file.ts';
import { kindOfType, type ImageExtension } from '../schema/image-kinds.ts';

/** Longer side; larger than any screen shows a page. */
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

/** Never scales up. */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

export type Redraw = (bitmap: ImageBitmap, type: string) => Promise<RedrawnImage>;

export async function redrawImage(bitmap: ImageBitmap, type: string): Promise<RedrawnImage> {
  const size = fitWithin(bitmap, MAX_SIDE_PX);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the canvas has no 2D context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  // No browser encodes AVIF.
  let file = await canvas.convertToBlob({
    type: type === 'image/avif' ? 'image/webp' : type,
    quality: QUALITY,
  });
  // For example a photo saved as PNG.
  if (file.size > MAX_IMAGE_BYTES)
    file = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  return { ...size, file, ...kindOfType(file.type), isSmaller: size.width < bitmap.width };
}
