/** Blocks of a document as paragraphs and tables of Word. */
import {
  AlignmentType,
  BuilderElement,
  CheckBox,
  HeadingLevel,
  Math as Formula,
  Paragraph,
  Table,
  TextRun,
  type IParagraphOptions,
  type ParagraphChild,
} from 'docx';
import { fittingAttributes } from '#contract/document-grammar.ts';
import { directionOf } from '#contract/text/direction.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { readLatex } from '#contract/text/leaf-text.ts';
import { plainText } from '#contract/text/plain-text.ts';
import type { Box } from './desk.ts';
import { contentOf, sizeOf, type Placed } from './positions.ts';
import { writeBox } from './write-box.ts';
import { endComments, startComments, wordsOf, writeFormula, writeInline, writeText } from './write-inline.ts';
import { isNumberType, LIST_INDENT, MAX_LEVEL, type ListKind } from './write-lists.ts';
import { STYLES, type BoxName } from './write-names.ts';
import { holdTogether, isShown, type Block } from './write-scopes.ts';
import { writePicture } from './write-picture.ts';
import { writeTable } from './write-table.ts';

const MIN_WIDTH = 2000;
const QUOTE_INDENT = 360;
const SPACE_BELOW_TABLE = 160;

export function writeBlocks(placed: readonly Placed[], box: Box): Block[] {
  const written: Block[] = [];
  for (const [index, one] of placed.entries()) {
    const above = written.findLast(isShown);
    // The first block of a quote or an item stands below what is above all of it.
    const isBelowTable = above === undefined ? box.isBelowTable === true : above instanceof Table;
    const blocks = writeBlock(one, {
      ...box,
      block: box.block ?? index,
      ...(index > 0 ? { marker: undefined } : {}),
      isBelowTable,
      isBelowQuote: placed[index - 1]?.node.type === 'blockquote',
      isBelowList: placed.slice(0, index).some(({ node }) => LISTS.has(node.type)),
    });
    if (above instanceof Table && blocks.find(isShown) instanceof Table)
      written.push(new Paragraph({ style: STYLES.gap }));
    written.push(...blocks);
  }
  return written;
}

export function writeBlock(placed: Placed, box: Box): Block[] {
  const { node } = placed;
  if (CARRIERS.has(node.type) || box.marker === undefined) return writeOwn(placed, box);
  // A number needs a paragraph to stand in.
  return [writeParagraph(box, {}), ...writeOwn(placed, { ...box, marker: undefined })];
}

/** Blocks that are one paragraph. */
const CARRIERS: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'codeBlock',
  'blockMath',
  'image',
  'horizontalRule',
  'detailsSummary',
]);

function writeOwn(placed: Placed, box: Box): Block[] {
  const { node } = placed;
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'detailsSummary':
      return [writeLine(placed, box)];
    case 'codeBlock':
      return [writeCode(placed, box)];
    case 'horizontalRule':
      return [writeParagraph(box, { style: STYLES.rule, children: withComments(placed, box, []) })];
    case 'blockMath':
      return [writeBlockFormula(placed, box)];
    case 'image':
      return [writeParagraph(box, { children: withComments(placed, box, writePicture(node, box)) })];
    case 'blockquote':
      return writeQuote(placed, box);
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return writeList(placed, box);
    case 'table':
      return writeTable(placed, box, writeBlocks);
    case 'callout':
      return [
        writeBox(readKind(node), plainText(node), box, (inner) => writeBlocks(contentOf(placed), inner)),
      ];
    case 'details':
      return [writeBox('details', plainText(node), box, (inner) => writeDetails(placed, inner))];
    default:
      return writeUnknown(placed, box);
  }
}

const KINDS: ReadonlySet<string> = new Set(['info', 'success', 'warning', 'danger'] satisfies BoxName[]);

function readKind({ attrs }: DocumentNode): BoxName {
  const kind = attrs?.['kind'];
  return typeof kind === 'string' && KINDS.has(kind) ? (kind as BoxName) : 'info';
}

function writeDetails(placed: Placed, box: Box): Block[] {
  return contentOf(placed).flatMap((part) =>
    part.node.type === 'detailsContent' ? writeBlocks(contentOf(part), box) : writeBlock(part, box),
  );
}

/** Content that does not fit the schema keeps its words. */
function writeUnknown(placed: Placed, box: Box): Block[] {
  const text = wordsOf(placed.node);
  box.desk.losses.note('unknown', 'simplified', text, box.block);
  const children = withComments(placed, box, writeText(text, {}, directionOf(text) ?? 'ltr'));
  return [writeParagraph(box, { children })];
}

function withComments(
  { node, at }: Placed,
  { desk }: Box,
  children: readonly ParagraphChild[],
): ParagraphChild[] {
  const { starts, ends } = desk.places;
  return [
    ...startComments(starts.get(at) ?? []),
    ...children,
    ...endComments(ends.get(at + sizeOf(node)) ?? []),
  ];
}

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

const ALIGNMENTS = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justify: AlignmentType.BOTH,
} as const;

function writeLine(placed: Placed, box: Box): Paragraph {
  const { node } = placed;
  const { textAlign, level } = fittingAttributes(node.type, node.attrs ?? {});
  const direction = directionOf(plainText(node)) ?? 'ltr';
  return writeParagraph(box, {
    ...(node.type === 'heading' ? { heading: HEADINGS[Number(level ?? 1) - 1] } : {}),
    ...(node.type === 'detailsSummary' ? { style: STYLES.summary } : {}),
    ...(direction === 'rtl' ? { bidirectional: true } : {}),
    ...(textAlign == null ? {} : { alignment: ALIGNMENTS[textAlign as keyof typeof ALIGNMENTS] }),
    children: writeInline(contentOf(placed), box, direction),
  });
}

/** Options of the paragraph stand above those of its room. */
export function writeParagraph(box: Box, options: IParagraphOptions): Paragraph {
  const { marker, indent, style } = box;
  const place = marker?.place;
  const isOwnIndent = place === undefined ? indent > 0 : indent !== LIST_INDENT * (place.level + 1);
  return new Paragraph({
    ...(style !== undefined && options.heading === undefined ? { style } : {}),
    ...writeSpacing(box),
    ...(place === undefined
      ? {}
      : { numbering: { reference: place.reference, instance: place.instance, level: place.level } }),
    ...(isOwnIndent
      ? { indent: { left: indent, ...(place === undefined ? {} : { hanging: LIST_INDENT }) } }
      : {}),
    ...options,
    children: [...writeTick(marker?.isChecked), ...(options.children ?? [])],
  });
}

const writeSpacing = ({ after, isBelowTable }: Box): Pick<IParagraphOptions, 'spacing'> =>
  after === undefined && isBelowTable !== true
    ? {}
    : { spacing: { after, ...(isBelowTable === true ? { before: SPACE_BELOW_TABLE } : {}) } };

const writeTick = (isChecked: boolean | undefined): ParagraphChild[] =>
  isChecked === undefined ? [] : [new CheckBox({ checked: isChecked }), new TextRun(' ')];

function writeCode(placed: Placed, box: Box): Paragraph {
  const { node } = placed;
  const { language } = fittingAttributes(node.type, node.attrs ?? {});
  if (typeof language === 'string' && language !== '')
    box.desk.losses.note('codeLanguage', 'lost', language, box.block);
  return writeParagraph(box, { style: STYLES.code, children: writeInline(contentOf(placed), box, 'ltr') });
}

function writeBlockFormula(placed: Placed, box: Box): Paragraph {
  const children = writeFormula(readLatex(placed.node.attrs ?? {}), box);
  const [formula] = children;
  const shown =
    formula instanceof Formula
      ? [new BuilderElement({ name: 'm:oMathPara', children: [formula] })]
      : children;
  return writeParagraph(box, {
    alignment: AlignmentType.CENTER,
    children: withComments(placed, box, shown as readonly ParagraphChild[]),
  });
}

const narrow = (box: Box, by: number): Pick<Box, 'indent' | 'width'> =>
  box.width - by < MIN_WIDTH ? box : { indent: box.indent + by, width: box.width - by };

function writeQuote(placed: Placed, box: Box): Block[] {
  const isPlain =
    box.style !== STYLES.quote && childrenOf(placed.node).every(({ type }) => type === 'paragraph');
  if (!isPlain) box.desk.losses.note('quote', 'simplified', plainText(placed.node), box.block);
  const blocks = writeBlocks(contentOf(placed), {
    ...box,
    ...narrow(box, QUOTE_INDENT),
    style: STYLES.quote,
  });
  return isPlain && box.isBelowQuote !== true ? blocks : holdTogether('Quote', blocks, box.desk);
}

function writeList(placed: Placed, box: Box): Block[] {
  const { node } = placed;
  const kind = readList(node, box);
  const deeper = box.list === undefined ? 0 : box.list.level + 1;
  if (deeper > MAX_LEVEL) box.desk.losses.note('list', 'changed', plainText(node), box.block);
  const level = Math.min(deeper, MAX_LEVEL);
  // Bullets below bullets are levels of one list, as Word makes them.
  const place =
    kind === 'bullet' && box.list?.kind === 'bullet' && deeper <= MAX_LEVEL && box.isBelowList !== true
      ? { ...box.list, level }
      : box.desk.lists.open(kind, level);
  const inner: Box = { ...box, ...narrow(box, LIST_INDENT), list: place, style: box.style ?? STYLES.list };
  return contentOf(placed).flatMap((item, index): Block[] => {
    const { checked } = fittingAttributes(item.node.type, item.node.attrs ?? {});
    const marker = kind === 'task' ? { place, isChecked: checked === true } : { place };
    const isBelowTable = index === 0 && box.isBelowTable === true;
    if (childrenOf(item.node).length === 0) return [writeParagraph({ ...inner, marker, isBelowTable }, {})];
    const blocks = writeBlocks(contentOf(item), { ...inner, marker, isBelowTable });
    return isOfWord(item.node) ? blocks : holdTogether('Item', blocks, box.desk);
  });
}

/** A paragraph, and at most one list below it: levels say the rest. */
function isOfWord(item: DocumentNode): boolean {
  const [first, second, ...others] = childrenOf(item);
  return (
    first?.type === 'paragraph' && (second === undefined || LISTS.has(second.type)) && others.length === 0
  );
}

const LISTS: ReadonlySet<string> = new Set(['bulletList', 'orderedList', 'taskList']);

const DEEPER_TYPE = 'a';

/** A list of numbers below another has letters, as on the page. */
function readList({ type, attrs }: DocumentNode, { desk, list, block }: Box): ListKind {
  if (type !== 'orderedList') return type === 'taskList' ? 'task' : 'bullet';
  const { start, type: own } = fittingAttributes(type, attrs ?? {});
  const first = typeof start === 'number' ? start : 1;
  if (first < 0) desk.losses.note('list', 'changed', String(first), block);
  const isBelowNumbers = typeof list?.kind === 'object';
  const isSet = isNumberType(own);
  return { type: isSet ? own : isBelowNumbers ? DEEPER_TYPE : '1', isSet, start: Math.max(first, 0) };
}
