import { Image } from '@tiptap/extension-image';
import { isImagePath } from './image-path.ts';

/** An image as a document holds it, checked: the attributes are written by other people. */
export interface Picture {
  /** Null when there is none that could be shown. */
  readonly path: string | null;
  /** Null: nobody has been asked yet. Empty: it only decorates. */
  readonly alt: string | null;
  /** Percent of the column; null is as large as the picture is, where there is room. */
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
 * `src` is a path in the product's own storage, never an address: a foreign one would tell its server who reads the
 * document, and when; a signed one ends. Which address it can be seen at is found out where it is shown.
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
  // Images come in by an upload alone.
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
