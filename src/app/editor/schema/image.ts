import { Image } from '@tiptap/extension-image';
import { isImagePath } from './image-path.ts';

/** A validated image of a document: peers can set the attributes to anything. */
export interface Picture {
  /** Null when the stored path is invalid. */
  readonly path: string | null;
  /** Null: not set yet. Empty: decorative. */
  readonly alt: string | null;
  /** Percent of the column; null for natural size, limited by the column. */
  readonly widthPercent: number | null;
  readonly pixels: { readonly width: number; readonly height: number } | null;
}

export const IMAGE_WIDTHS = [25, 50, 75, 100] as const;
export const MIN_WIDTH_PERCENT = 10;
const MAX_PIXELS = 100_000;

export function readPicture(attributes: Readonly<Record<string, unknown>>): Picture {
  const { src, alt, width, pixelWidth, pixelHeight } = attributes;
  return {
    path: isImagePath(src) ? src : null,
    alt: typeof alt === 'string' ? alt : null,
    widthPercent: isBetween(width, MIN_WIDTH_PERCENT, 100) ? width : null,
    pixels:
      isBetween(pixelWidth, 1, MAX_PIXELS) && isBetween(pixelHeight, 1, MAX_PIXELS)
        ? { width: pixelWidth, height: pixelHeight }
        : null,
  };
}

/**
 * `src` is a path in our storage, never an address: the server of a foreign address would learn of each reader, and
 * signed addresses expire. The address is resolved when the image is shown.
 */
export const StoredImage = Image.extend({
  addAttributes: () => ({
    src: { default: null, parseHTML: (img: HTMLElement) => img.dataset['src'] },
    alt: { default: null, parseHTML: readAlt },
    width: { default: null, parseHTML: (img: HTMLElement) => readNumber(img.dataset['width']) },
    pixelWidth: { default: null, parseHTML: (img: HTMLElement) => readNumber(img.getAttribute('width')) },
    pixelHeight: { default: null, parseHTML: (img: HTMLElement) => readNumber(img.getAttribute('height')) },
  }),
  parseHTML: () => [
    { tag: 'img[data-src]', getAttrs: (img) => (isImagePath(img.dataset['src']) ? null : false) },
  ],
  renderHTML({ node }) {
    const { path, alt, widthPercent, pixels } = readPicture(node.attrs);
    return [
      'img',
      {
        ...(path === null ? {} : { 'data-src': path }),
        alt: alt ?? '',
        ...(widthPercent === null ? {} : { 'data-width': String(widthPercent) }),
        ...(pixels === null ? {} : { width: String(pixels.width), height: String(pixels.height) }),
      },
    ];
  },
  // Images are added only by upload.
  addCommands: () => ({}),
  addInputRules: () => [],
  parseMarkdown: () => [],
});

const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

const readAlt = (img: HTMLElement): string | null =>
  img.getAttribute('alt') || (img.getAttribute('role') === 'presentation' ? '' : null);

function readNumber(text: string | null | undefined): number | null {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : null;
}
