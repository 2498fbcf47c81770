import { escapeHtml } from '#contract/text/escape-html.ts';
import { BOX } from '#contract/comparison/fit-nodes.ts';
import { isColumnWidths } from '#contract/document-grammar.ts';
import { childrenOf, isInline, type DocumentNode } from '#contract/text/document-node.ts';
import { readKind } from '../../schema/callout-kinds.ts';
import { readPicture } from '../../schema/image.ts';
import { element, openTag } from './tags.ts';
import type { ThreadPlaces } from './thread-places.ts';
import { changeTag, type WrittenChange } from './write-change.ts';
import { references, writeFormula, writeInline } from './write-inline.ts';

export interface WritingTools {
  readonly places: ThreadPlaces;
  /** A data: URL; null for a picture that is not there. */
  readonly pictureAt: (path: string) => string | null;
  /** Stands for a picture that is not there and has no description. */
  readonly pictureName: string;
}

const ATOMS: ReadonlySet<string> = new Set([
  'image',
  'horizontalRule',
  'blockMath',
  'hardBreak',
  'mention',
  'inlineMath',
]);

/** As ProseMirror counts. */
export const sizeOf = (node: DocumentNode): number =>
  node.text?.length ??
  (ATOMS.has(node.type) ? 1 : 2 + childrenOf(node).reduce((sum, one) => sum + sizeOf(one), 0));

/** Blocks, the first of which begins at `start`. */
export function writeEach(
  nodes: readonly DocumentNode[],
  start: number,
  tools: WritingTools,
): readonly string[] {
  let at = start;
  return nodes.map((node) => {
    const html = writeBlock(node, at, tools);
    const from = at;
    at += sizeOf(node);
    return html + references(tools.places.takeEnds(from, at));
  });
}

/** The same in one line: reading keeps the space between blocks. */
const writeBlocks = (nodes: readonly DocumentNode[], start: number, tools: WritingTools): string =>
  writeEach(nodes, start, tools).join('');

type Attributes = Readonly<Record<string, unknown>>;
/** `content` is the HTML of the children. */
type Write = (content: string, attrs: Attributes) => string;

const BLOCKS: Readonly<Record<string, Write>> = {
  paragraph: (content, attrs) => writeText('p', content, attrs),
  heading: (content, attrs) => writeText(`h${levelOf(attrs['level'])}`, content, attrs),
  blockquote: (content) => element('blockquote', {}, content),
  bulletList: (content) => element('ul', {}, content),
  orderedList: (content, { start, type }) =>
    element(
      'ol',
      {
        start: typeof start === 'number' && start !== 1 ? start : null,
        type: typeof type === 'string' ? type : null,
      },
      content,
    ),
  listItem: (content) => element('li', {}, content),
  taskList: (content) => element('ul', { 'data-type': 'taskList' }, content),
  taskItem: (content, { checked }) => {
    const box = openTag('input', {
      type: 'checkbox',
      disabled: true,
      checked: checked === true ? true : null,
    });
    const done = String(checked === true);
    return element('li', { 'data-type': 'taskItem', 'data-checked': done }, `${box}<div>${content}</div>`);
  },
  codeBlock: (content, { language }) => {
    const name = typeof language === 'string' && language !== '' ? `language-${language}` : null;
    return element('pre', {}, element('code', { class: name }, content));
  },
  tableRow: (content) => element('tr', {}, content),
  tableHeader: (content, attrs) => writeCell('th', content, attrs),
  tableCell: (content, attrs) => writeCell('td', content, attrs),
  // Open, because paper cannot be.
  details: (content) => element('details', { open: true }, content),
  detailsSummary: (content) => element('summary', { dir: 'auto' }, content),
  detailsContent: (content) => element('div', { 'data-type': 'detailsContent' }, content),
  [BOX]: (content, attrs) => {
    const { open, close } = changeTag(attrs as unknown as WrittenChange, true);
    return open + content + close;
  },
  callout: (content, { kind }) =>
    element('div', { 'data-type': 'callout', 'data-kind': readKind(kind), role: 'note' }, content),
};

function writeBlock(node: DocumentNode, at: number, tools: WritingTools): string {
  const { type, attrs = {} } = node;
  const comments = tools.places.covering(at, at + sizeOf(node)).join(' ') || null;
  if (type === 'image') return writeImage(node, comments, tools);
  if (type === 'blockMath') return writeFormula(attrs, type, comments);
  if (type === 'horizontalRule') return openTag('hr', { 'data-comments': comments });
  const children = childrenOf(node);
  const content = children.some(isInline)
    ? writeInline(children, at + 1, tools.places)
    : writeBlocks(children, at + 1, tools);
  if (type === 'table')
    return element(
      'div',
      { class: 'wide', 'data-comments': comments },
      `<table><tbody>${content}</tbody></table>`,
    );
  return BLOCKS[type]?.(content, attrs) ?? content;
}

const levelOf = (level: unknown): number =>
  typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 6 ? level : 1;

const ALIGNMENTS: ReadonlySet<unknown> = new Set(['left', 'center', 'right', 'justify']);

function writeText(name: string, content: string, { textAlign }: Attributes): string {
  const style = ALIGNMENTS.has(textAlign) ? `text-align: ${String(textAlign)}` : null;
  return element(name, { dir: 'auto', style }, content);
}

function writeCell(name: string, content: string, { colspan, rowspan, colwidth }: Attributes): string {
  const widths = isColumnWidths(colwidth) ? colwidth : [];
  const px = widths.includes(0) ? 0 : widths.reduce((sum, width) => sum + width, 0);
  return element(
    name,
    {
      colspan: beyondOne(colspan),
      rowspan: beyondOne(rowspan),
      colwidth: widths.join(',') || null,
      style: px > 0 ? `min-width: ${px}px` : null,
    },
    content,
  );
}

const beyondOne = (span: unknown): number | null => (typeof span === 'number' && span > 1 ? span : null);

function writeImage(
  { attrs = {} }: DocumentNode,
  comments: string | null,
  { pictureAt, pictureName }: WritingTools,
): string {
  const { path, alt, widthPercent, pixels } = readPicture(attrs);
  const src = path === null ? null : pictureAt(path);
  if (src === null)
    return element('p', { dir: 'auto', 'data-missing': true }, `[${escapeHtml(alt || pictureName)}]`);
  return openTag('img', {
    src,
    alt: alt ?? '',
    // Tells an empty description from a missing one.
    role: alt === '' ? 'presentation' : null,
    width: pixels?.width,
    height: pixels?.height,
    'data-width': widthPercent,
    'data-comments': comments,
    style: widthPercent === null ? null : `width: ${widthPercent}%`,
  });
}
