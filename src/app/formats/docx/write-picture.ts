import { ImageRun, type ParagraphChild } from 'docx';
import { fittingAttributes } from '#contract/document-grammar.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { cleanText } from './clean-text.ts';
import type { Box } from './desk.ts';
import { writeText } from './write-inline.ts';

const TWIPS_PER_PIXEL = 15;
/** Of a page, without the line below. */
const MAX_HEIGHT = 13_000 / TWIPS_PER_PIXEL;
const MIN_PERCENT = 10;

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
  return [
    new ImageRun({
      type: picture.type,
      data: picture.bytes,
      transformation: scale(attributes, picture, width / TWIPS_PER_PIXEL),
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
function scale(attributes: Readonly<Record<string, unknown>>, picture: Size, column: number): Size {
  const own = readSize(attributes) ?? picture;
  const percent = Number(attributes['width'] ?? 0);
  const wanted = percent >= MIN_PERCENT && percent <= 100 ? (column * percent) / 100 : own.width;
  const factor = Math.min(Math.min(wanted, column) / own.width, MAX_HEIGHT / own.height);
  return {
    width: Math.max(1, Math.round(own.width * factor)),
    height: Math.max(1, Math.round(own.height * factor)),
  };
}

function readSize({ pixelWidth, pixelHeight }: Readonly<Record<string, unknown>>): Size | null {
  const [width, height] = [Number(pixelWidth ?? 0), Number(pixelHeight ?? 0)];
  return width >= 1 && height >= 1 ? { width, height } : null;
}
