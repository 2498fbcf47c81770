import { ImageRun, type ParagraphChild } from 'docx';
import { fittingAttributes } from '#contract/document-grammar.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { cleanText } from './clean-text.ts';
import type { Box } from './desk.ts';
import { writeText } from './write-inline.ts';
import { TWIPS_PER_PIXEL } from './write-names.ts';

/** Of a page, without the line below. */
const MAX_HEIGHT = 13_000 / TWIPS_PER_PIXEL;
const MIN_PERCENT = 10;
const SET_LESS = 0.1;

export function writePicture(node: DocumentNode, { desk, width, block }: Box): ParagraphChild[] {
  const attributes = fittingAttributes(node.type, node.attrs ?? {});
  const alt = typeof attributes['alt'] === 'string' ? attributes['alt'] : null;
  const picture = desk.pictures.get(String(attributes['src']));
  if (picture === undefined) {
    desk.losses.note('picture', 'lost', alt ?? '', block);
    return writeText(
      `[${alt ? `${desk.labels.picture}: ${alt}` : desk.labels.picture}]`,
      { italics: true },
      'ltr',
    );
  }
  const id = desk.nextPictureId();
  const { isCut, ...transformation } = scale(attributes, picture, width / TWIPS_PER_PIXEL);
  if (isCut) desk.losses.note('picture', 'changed', alt ?? '', block);
  return [
    new ImageRun({
      type: picture.type,
      data: picture.bytes,
      transformation,
      altText: { id, name: `${desk.labels.picture} ${id}`, description: cleanText(alt ?? '') },
      ...(alt === '' ? { decorative: true } : {}),
    }),
  ];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Percents of the column, or its own size where that fits. */
function scale(
  attributes: Readonly<Record<string, unknown>>,
  picture: Size,
  column: number,
): Size & { readonly isCut: boolean } {
  const own = readSize(attributes) ?? picture;
  const percent = Number(attributes['width'] ?? 0);
  const isSet = percent >= MIN_PERCENT && percent <= 100;
  // A tad less than the same width by itself, so that a reader knows which of both it is.
  const wanted = isSet ? (column * percent) / 100 - SET_LESS : Math.min(own.width, column);
  const ofColumn = wanted / own.width;
  const ofPage = MAX_HEIGHT / own.height;
  const factor = Math.min(ofColumn, ofPage);
  return { width: own.width * factor, height: own.height * factor, isCut: ofPage < ofColumn };
}

function readSize({ pixelWidth, pixelHeight }: Readonly<Record<string, unknown>>): Size | null {
  const [width, height] = [Number(pixelWidth ?? 0), Number(pixelHeight ?? 0)];
  return width >= 1 && height >= 1 ? { width, height } : null;
}
