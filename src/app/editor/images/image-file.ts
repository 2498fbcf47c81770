/** Identifies a file by its first bytes: its name and the browser's type prove nothing. */
import { typeOf, type ImageExtension, type ImageType } from '../schema/image-kinds.ts';

/** Limit of the stored file. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Limit of the chosen file: a photo is redrawn before upload, which makes it smaller. */
export const MAX_ORIGINAL_BYTES = 50 * 1024 * 1024;

/** `damaged`: the header is valid, but no browser can decode the file. */
export type ImageProblem = 'empty' | 'too-large' | 'too-many-pixels' | 'svg' | 'not-an-image' | 'damaged';

export type CheckedImage =
  | {
      readonly ok: true;
      readonly extension: ImageExtension;
      readonly type: ImageType;
      /** True if it may be: whether a GIF is animated shows only at its second frame. */
      readonly isAnimated: boolean;
    }
  | { readonly ok: false; readonly problem: ImageProblem };

export function checkImageFile(bytes: Uint8Array): CheckedImage {
  if (bytes.length === 0) return { ok: false, problem: 'empty' };
  const extension = readKind(bytes);
  if (extension === null) return { ok: false, problem: isSvg(bytes) ? 'svg' : 'not-an-image' };
  const moves = isAnimated(extension, bytes);
  if (bytes.length > (moves ? MAX_IMAGE_BYTES : MAX_ORIGINAL_BYTES))
    return { ok: false, problem: 'too-large' };
  return { ok: true, extension, type: typeOf(extension), isAnimated: moves };
}

function readKind(head: Uint8Array): ImageExtension | null {
  const text = latin1(head.subarray(0, 32));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpg';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp';
  if (/^[^]{4}ftypavi[fs]/.test(text)) return 'avif';
  return null;
}

function isAnimated(extension: ImageExtension, bytes: Uint8Array): boolean {
  if (extension === 'png') return hasAnimationChunk(bytes);
  if (extension === 'webp')
    return latin1(bytes.subarray(12, 16)) === 'VP8X' && ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0;
  return extension === 'gif' || (extension === 'avif' && latin1(bytes.subarray(8, 12)) === 'avis');
}

const WEBP_ANIMATION = 2;

const MAX_CHUNKS_AHEAD = 64;

/** A PNG declares animation before its pixel data. */
function hasAnimationChunk(png: Uint8Array): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let at = 8;
  for (let chunk = 0; chunk < MAX_CHUNKS_AHEAD && at + 8 <= png.length; chunk += 1) {
    const name = latin1(png.subarray(at + 4, at + 8));
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** Enough to recognise the start of a text file. */
const HEAD_BYTES = 512;
const isSvg = (bytes: Uint8Array): boolean =>
  /<svg[\s>/]|<!doctype svg/i.test(latin1(bytes.subarray(0, HEAD_BYTES)));

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
