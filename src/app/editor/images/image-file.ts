/** What a file is, by its first bytes: its name and the type a browser gives it prove nothing. */

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Enough of a file for `checkImageFile`. */
export const HEAD_BYTES = 512;

const KINDS = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;

export type ImageExtension = keyof typeof KINDS;
type ImageType = (typeof KINDS)[ImageExtension];

export const IMAGE_TYPES: readonly ImageType[] = Object.values(KINDS);

/** `damaged`: right at first sight, but no browser can draw it. */
export type ImageProblem = 'empty' | 'too-large' | 'svg' | 'not-an-image' | 'damaged';

export type CheckedImage =
  | { readonly ok: true; readonly extension: ImageExtension; readonly type: ImageType }
  | { readonly ok: false; readonly problem: ImageProblem };

/** `head` is the beginning of a file of `sizeBytes`. */
export function checkImageFile(head: Uint8Array, sizeBytes: number): CheckedImage {
  if (sizeBytes === 0) return { ok: false, problem: 'empty' };
  const extension = readKind(head);
  if (extension === null) return { ok: false, problem: isSvg(head) ? 'svg' : 'not-an-image' };
  if (sizeBytes > MAX_IMAGE_BYTES) return { ok: false, problem: 'too-large' };
  return { ok: true, extension, type: KINDS[extension] };
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

const isSvg = (head: Uint8Array): boolean => /<svg[\s>/]|<!doctype svg/i.test(latin1(head));

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
