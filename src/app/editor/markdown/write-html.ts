/** HTML for what Markdown cannot express: short, rendered by GitHub, and read back by the schema. */
import type { Mark, Node } from '@tiptap/pm/model';
import { isColumnWidths } from '#contract/document-grammar.ts';
import { mentionText, readLatex } from '#contract/text/leaf-text.ts';
import { readKind } from '../schema/callout-kinds.ts';
import { readPicture } from '../schema/image.ts';
import { hasAllowedScheme } from '../schema/link-address.ts';
import { escapeAttribute, escapeSpace } from './escape-text.ts';
import { isRun, markRuns, type Piece } from './mark-runs.ts';

type Attributes = Readonly<Record<string, unknown>>;

function openTag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  return `<${name}${written.join('')}>`;
}

const element = (name: string, attributes: Attributes, content: string): string =>
  `${openTag(name, attributes)}${content}</${name}>`;

const TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  highlight: 'mark',
  subscript: 'sub',
  superscript: 'sup',
  link: 'a',
};

/** Null for a mark that renders nothing, such as a link with a refused address. */
export function tagsOf({ type, attrs }: Mark): readonly [open: string, close: string] | null {
  const name = TAGS[type.name];
  if (name === undefined || (name === 'a' && !hasAllowedScheme(attrs['href']))) return null;
  const { href, title, color } = attrs;
  return [openTag(name, { href, title, 'data-color': color }), `</${name}>`];
}

/** Writes inline nodes other than text and breaks. `escape` is for the fallback text of other readers. */
export function writeLeaf(node: Node, escape: (text: string) => string): string {
  if (node.type.name === 'mention') {
    const id: unknown = node.attrs['id'];
    const shown = escape(mentionText(node.attrs));
    return id === null ? shown : element('span', { 'data-type': 'mention', 'data-id': id }, shown);
  }
  const latex = readLatex(node.attrs);
  const shown = escape(`$${latex.replaceAll(/\s+/g, ' ')}$`);
  return element('span', { 'data-type': 'inlineMath', 'data-latex': latex }, shown);
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

function writePiece(piece: Piece): string {
  if (isRun(piece)) {
    const [open, close] = tagsOf(piece.mark) ?? ['', ''];
    return open + piece.pieces.map(writePiece).join('') + close;
  }
  if (piece.isText) return escapeHtml(piece.text ?? '');
  return piece.type.name === 'hardBreak' ? '<br>' : writeLeaf(piece, escapeHtml);
}

/** Spaces that HTML would collapse or trim become entities. */
export const writeInlineHtml = (block: Node): string =>
  markRuns(block.children)
    .map(writePiece)
    .join('')
    // A trailing break adds no line.
    .replace(/^(?:<br>)+$/, '$&<br>')
    .replaceAll(/<[^>]*>|\s{2,}|[^\S ]/g, (part) => (part.startsWith('<') ? part : escapeSpace(part)))
    .replaceAll(/^ | $|(?<=<br>) | (?=<br>)/g, escapeSpace);

const BLOCKS: Readonly<Record<string, (node: Node) => string>> = {
  paragraph: (node) => writeText('p', node),
  heading: (node) => writeText(`h${String(node.attrs['level'])}`, node),
  blockquote: (node) => element('blockquote', {}, writeBlocks(node)),
  bulletList: (node) => element('ul', {}, writeBlocks(node)),
  orderedList: (node) => {
    const { start, type } = node.attrs as Attributes;
    return element('ol', { start: start === 1 ? null : start, type }, writeBlocks(node));
  },
  listItem: (node) => element('li', {}, writeBlocks(node)),
  taskList: (node) => element('ul', { 'data-type': 'taskList' }, writeBlocks(node)),
  taskItem: (node) => {
    const checked = String(node.attrs['checked'] === true);
    return element('li', { 'data-type': 'taskItem', 'data-checked': checked }, writeBlocks(node));
  },
  codeBlock: ({ attrs, textContent }) => {
    const language: unknown = attrs['language'];
    const name = typeof language === 'string' ? `language-${language}` : null;
    // An empty line would end the HTML block.
    const code = escapeHtml(textContent).replaceAll('\n', '&#10;');
    return element('pre', {}, element('code', { class: name }, code));
  },
  horizontalRule: () => '<hr>',
  image: writeImage,
  table: (node) => `<table>\n${node.children.map(writeRow).join('\n')}\n</table>`,
  details: (node) => element('details', {}, `\n${writeBlocks(node)}\n`),
  detailsSummary: (node) => element('summary', {}, writeInlineHtml(node)),
  detailsContent: (node) => element('div', { 'data-type': 'detailsContent' }, writeBlocks(node)),
  callout: (node) =>
    element('div', { 'data-type': 'callout', 'data-kind': readKind(node.attrs['kind']) }, writeBlocks(node)),
  blockMath: ({ attrs }) => {
    const latex = readLatex(attrs);
    const shown = escapeHtml(`$$${latex}$$`).replaceAll(/\s+/g, ' ');
    return element('div', { 'data-type': 'blockMath', 'data-latex': latex }, shown);
  },
};

/** A block as HTML without empty lines. */
export const writeHtml = (node: Node): string => BLOCKS[node.type.name]?.(node) ?? writeBlocks(node);

const writeBlocks = (parent: Node): string => parent.children.map(writeHtml).join('\n');

/** GitHub renders `align` but no styles. */
const writeText = (name: string, node: Node): string =>
  element(name, { align: node.attrs['textAlign'] }, writeInlineHtml(node));

export function writeImage({ attrs }: Node): string {
  const { path, alt, widthPercent, pixels } = readPicture(attrs);
  return openTag('img', {
    src: path,
    alt,
    // Distinguishes an empty description from a missing one.
    role: alt === '' ? 'presentation' : null,
    width: pixels?.width,
    height: pixels?.height,
    'data-width': widthPercent,
  });
}

function writeRow(row: Node): string {
  // An empty line would end the HTML block.
  return element('tr', {}, row.childCount === 0 ? '' : `\n${row.children.map(writeCell).join('\n')}\n`);
}

function writeCell(cell: Node): string {
  const { colspan, rowspan, colwidth } = cell.attrs as Attributes;
  const attributes = {
    colspan: beyondOne(colspan),
    rowspan: beyondOne(rowspan),
    colwidth: isColumnWidths(colwidth) ? colwidth.join(',') : null,
  };
  return element(cell.type.name === 'tableHeader' ? 'th' : 'td', attributes, writeBlocks(cell));
}

const beyondOne = (span: unknown): number | null => (typeof span === 'number' && span > 1 ? span : null);
