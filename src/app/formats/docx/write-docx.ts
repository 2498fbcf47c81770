/** A document as a file of Word, in one long task for a long text: pages use `writeDocxApart`. */
import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
  type FileChild,
} from 'docx';
import type { LeavingText, WrittenFile } from '#contract/formats/leaving-text.ts';
import { LossBook } from '#contract/formats/loss.ts';
import { directionOf } from '#contract/text/direction.ts';
import { childrenOf } from '#contract/text/document-node.ts';
import { fileNameOf } from '../../ui/download-file.ts';
import { cleanText } from './clean-text.ts';
import type { Box, Desk } from './desk.ts';
import { placeComments } from './place-comments.ts';
import { placeChildren } from './positions.ts';
import { readyPictures, redrawPicture, type RedrawPicture } from './ready-pictures.ts';
import { writeBlocks } from './write-blocks.ts';
import { writeComments, writeCommentsExtended } from './write-comments.ts';
import { writeCore } from './write-core.ts';
import { endComments, startComments, writeText } from './write-inline.ts';
import { LABELS } from './write-labels.ts';
import { openLists } from './write-lists.ts';
import { DOCUMENT_PROPERTY, SEQ_PROPERTY, STYLES } from './write-names.ts';
import { finishPackage } from './write-package.ts';
import { defineStyles, writeTableStyles } from './write-styles.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A4, in twips. */
const PAGE = { width: 11_906, height: 16_838 };
const MARGIN = 1440;

export async function writeDocx(
  leaving: LeavingText,
  redraw: RedrawPicture = redrawPicture,
): Promise<WrittenFile> {
  const desk = await openDesk(leaving, redraw);
  const content = [...writeTitle(leaving.title), ...writeContent(leaving, desk), ...writeLost(desk)];
  const comments = writeComments(desk);
  const document = new Document({
    styles: defineStyles(leaving.language),
    numbering: desk.lists.define(),
    ...(comments.length > 0 ? { comments: { children: comments } } : {}),
    customProperties: writeOrigin(leaving),
    sections: [
      {
        properties: {
          page: { size: PAGE, margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN } },
        },
        footers: { default: writeFooter() },
        children: content,
      },
    ],
  });
  const core = { path: 'docProps/core.xml', data: writeCore(leaving) };
  const packed = await Packer.toArrayBuffer(document, undefined, [core]);
  return {
    name: `${fileNameOf(leaving.title)}.docx`,
    type: TYPE,
    bytes: finishPackage(new Uint8Array(packed), {
      styles: writeTableStyles(),
      commentsExtended: writeCommentsExtended(desk),
      formulas: desk.formulas,
    }),
    losses: desk.losses.list(),
  };
}

async function openDesk(leaving: LeavingText, redraw: RedrawPicture): Promise<Desk> {
  const losses = new LossBook();
  let [picture, scope] = [0, 0];
  return {
    losses,
    places: placeComments(leaving.doc, leaving.threads, losses),
    pictures: await readyPictures(leaving, redraw),
    lists: openLists(),
    labels: LABELS[leaving.language],
    nextPictureId: () => String((picture += 1)),
    nextScope: () => (scope += 1),
    formulas: [],
  };
}

function writeTitle(title: string): FileChild[] {
  const text = cleanText(title).trim();
  if (text === '') return [];
  const direction = directionOf(text) ?? 'ltr';
  return [
    new Paragraph({
      heading: HeadingLevel.TITLE,
      ...(direction === 'rtl' ? { bidirectional: true } : {}),
      children: writeText(text, {}, direction),
    }),
  ];
}

function writeContent({ doc }: LeavingText, desk: Desk): FileChild[] {
  const box: Box = { desk, width: PAGE.width - 2 * MARGIN, indent: 0, block: null };
  return writeBlocks(placeChildren(childrenOf(doc), 0), box);
}

/** Comments without a place stand below, each at the text that it was about. */
function writeLost({ places, labels }: Desk): FileChild[] {
  if (places.lost.length === 0) return [];
  return [
    new Paragraph({ style: STYLES.lostHeading, text: labels.lostComments }),
    ...places.lost.map(({ thread, ids }) => {
      const quote = thread.quote.trim() || '…';
      return new Paragraph({
        style: STYLES.lostQuote,
        children: [
          ...startComments(ids),
          ...writeText(quote, {}, directionOf(quote) ?? 'ltr'),
          ...endComments(ids),
        ],
      });
    }),
  ];
}

const writeOrigin = ({ origin }: LeavingText) =>
  origin === null
    ? []
    : [
        { name: DOCUMENT_PROPERTY, value: cleanText(origin.documentId) },
        { name: SEQ_PROPERTY, value: String(origin.seq) },
      ];

const writeFooter = (): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: [PageNumber.CURRENT] })],
      }),
    ],
  });
