/** Text, marks and inline nodes as runs of Word, with the beginnings and ends of comments between them. */
import {
  BuilderElement,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  ExternalHyperlink,
  HighlightColor,
  Math as Formula,
  ShadingType,
  Tab,
  TextRun,
  UnderlineType,
  type XmlComponent,
  type IRunPropertiesOptions,
  type ParagraphChild,
} from 'docx';
import { latexToMath } from 'docx/math';
import { cutText } from '#contract/cut-text.ts';
import { fittingMark } from '#contract/document-grammar.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { mentionText, readLatex } from '#contract/text/leaf-text.ts';
import { hasAllowedScheme } from '#contract/text/link-address.ts';
import type { Direction } from '#contract/text/direction.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { cleanText, withoutGuards } from './clean-text.ts';
import type { Box } from './desk.ts';
import { sizeOf, type Placed } from './positions.ts';
import { splitDirections } from './split-directions.ts';
import { withTitle } from './write-package.ts';
import { CODE_RUN, HIGHLIGHTS, LINK_RUN } from './write-names.ts';

type Style = IRunPropertiesOptions;

interface OpenLink {
  readonly href: string;
  readonly title: string;
  readonly children: ParagraphChild[];
}

/** Children of one line of text. `direction` is that of the whole. */
export function writeInline(placed: readonly Placed[], box: Box, direction: Direction): ParagraphChild[] {
  const pieces = placed.flatMap((one) => cutAtComments(one, box));
  const written: ParagraphChild[] = [];
  let link: OpenLink | undefined;
  for (const { node, at } of pieces) {
    const { starts, ends } = box.desk.places;
    const own = linkOf(node, box);
    const begun = starts.get(at) ?? [];
    const ended = ends.get(at + sizeOf(node)) ?? [];
    if (begun.length > 0) link = undefined;
    written.push(...startComments(begun));
    const runs = writePiece(node, box, direction);
    if (own !== null && link?.href === own.href && link.title === own.title) link.children.push(...runs);
    else if (own !== null) {
      link = { ...own, children: runs };
      written.push(new ExternalHyperlink({ link: withTitle(own), children: link.children }));
    } else {
      link = undefined;
      written.push(...runs);
    }
    if (ended.length > 0) link = undefined;
    written.push(...endComments(ended));
  }
  return written;
}

export const startComments = (ids: readonly number[]): ParagraphChild[] =>
  ids.map((id) => new CommentRangeStart(id));

export const endComments = (ids: readonly number[]): ParagraphChild[] => [
  ...ids.map((id) => new CommentRangeEnd(id)),
  ...ids.map((id) => new TextRun({ children: [new CommentReference(id)] })),
];

/** Comments that begin or end inside of a text cut it. */
function cutAtComments({ node, at }: Placed, { desk }: Box): readonly Placed[] {
  const { text } = node;
  if (text === undefined) return [{ node, at }];
  const { starts, ends } = desk.places;
  const pieces: Placed[] = [];
  let from = 0;
  for (let to = 1; to <= text.length; to += 1) {
    const isCut = to === text.length || starts.has(at + to) || ends.has(at + to);
    if (!isCut) continue;
    pieces.push({ node: { ...node, text: text.slice(from, to) }, at: at + from });
    from = to;
  }
  return pieces;
}

/** Word shows no more of a title. */
const MAX_TITLE = 255;

function linkOf(
  { marks = [], text = '' }: DocumentNode,
  { desk, block }: Box,
): Omit<OpenLink, 'children'> | null {
  const link = marks.find(({ type }) => type === 'link');
  const { href, title } = fittingMark('link', link?.attrs);
  if (!hasAllowedScheme(href)) return null;
  const whole = typeof title === 'string' ? cleanText(title) : '';
  if (whole.length > MAX_TITLE) desk.losses.note('link', 'changed', text, block);
  return { href: cleanText(String(href)), title: cutText(whole, MAX_TITLE) };
}

function writePiece(node: DocumentNode, box: Box, direction: Direction): ParagraphChild[] {
  const style = styleOf(node, box);
  switch (node.type) {
    case 'text':
      return writeText(node.text ?? '', style, direction);
    case 'hardBreak':
      return [new TextRun({ ...style, break: 1 })];
    case 'mention': {
      const text = mentionText(node.attrs ?? {});
      box.desk.losses.note('mention', 'simplified', text, box.block);
      return writeText(text, style, direction);
    }
    case 'inlineMath':
      if (node.marks?.some(({ type }) => type !== 'link') === true)
        box.desk.losses.note('formula', 'changed', readLatex(node.attrs ?? {}), box.block);
      return writeFormula(readLatex(node.attrs ?? {}), box);
    default:
      return writeUnknown(node, box, style, direction);
  }
}

function writeUnknown(node: DocumentNode, { desk, block }: Box, style: Style, direction: Direction) {
  const text = wordsOf(node);
  desk.losses.note('unknown', 'simplified', text, block);
  return writeText(text, style, direction);
}

/** A part that can't be shown has its words as an attribute or within. */
export const wordsOf = (node: DocumentNode): string =>
  typeof node.attrs?.['text'] === 'string' ? node.attrs['text'] : plainText(node);

/** An equation of Word, where the library can read it; else its source. */
export function writeFormula(latex: string, { desk, block }: Box): ParagraphChild[] {
  const source = withoutGuards(cleanText(latex));
  try {
    const formula = new Formula({ children: source.trim() === '' ? [] : latexToMath(source) });
    desk.formulas.push(source);
    return [formula];
  } catch {
    desk.losses.note('formula', 'simplified', latex, block);
    return writeText(latex, { style: CODE_RUN }, 'ltr');
  }
}

export function writeText(text: string, style: Style, direction: Direction): TextRun[] {
  return splitDirections(cleanText(text), direction).map(
    (part) =>
      new TextRun({
        ...style,
        ...(part.direction === 'rtl' ? { rightToLeft: true } : {}),
        children: part.text.split(/(\r\n|[\n\r\t\u0085\u2028\u2029])/).flatMap(writeSpace),
      }),
  );
}

function writeSpace(text: string): readonly (XmlComponent | string)[] {
  if (text === '') return [];
  if (text === '\t') return [new Tab()];
  // All are breaks; a reader tells them apart.
  if (text === '\u2029')
    return [new BuilderElement({ name: 'w:br', attributes: { clear: { key: 'w:clear', value: 'none' } } })];
  if (text === '\u2028') return [new BuilderElement({ name: 'w:cr' })];
  return /^[\n\r\u0085]/.test(text) ? [new BuilderElement({ name: 'w:br' })] : [text];
}

function styleOf({ marks = [], text = '' }: DocumentNode, { desk, block }: Box): Style {
  const has = (name: string): boolean => marks.some(({ type }) => type === name);
  const isLink = marks.some(
    ({ type, attrs }) => type === 'link' && hasAllowedScheme(fittingMark('link', attrs)['href']),
  );
  // Both at once are nothing in Word.
  const isBoth = has('superscript') && has('subscript');
  if (isBoth) desk.losses.note('formatting', 'changed', text, block);
  const highlight = marks.find(({ type }) => type === 'highlight');
  return {
    ...(has('code') ? { style: CODE_RUN, noProof: true } : isLink ? { style: LINK_RUN } : {}),
    ...(has('bold') ? { bold: true } : {}),
    ...(has('italic') ? { italics: true } : {}),
    ...(has('underline') ? { underline: { type: UnderlineType.SINGLE } } : {}),
    ...(has('strike') ? { strike: true } : {}),
    ...(has('superscript') ? { superScript: true } : has('subscript') ? { subScript: true } : {}),
    ...(highlight ? writeHighlight(highlight.attrs) : {}),
  };
}

const isHighlight = (color: unknown): color is keyof typeof HIGHLIGHTS =>
  typeof color === 'string' && Object.hasOwn(HIGHLIGHTS, color);

function writeHighlight(attributes: unknown): Style {
  const { color } = fittingMark('highlight', attributes);
  const fill = isHighlight(color) ? HIGHLIGHTS[color] : null;
  return fill === null
    ? { highlight: HighlightColor.YELLOW }
    : { shading: { type: ShadingType.CLEAR, color: 'auto', fill } };
}
