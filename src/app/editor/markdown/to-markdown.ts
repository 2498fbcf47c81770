/**
 * Writes a document as Markdown: CommonMark plus GitHub's tables, tasks, strikethrough, alerts and formulas. What
 * Markdown cannot express is HTML that `from-markdown.ts` reads back without loss.
 */
import type { Node } from '@tiptap/pm/model';
import { readLatex } from '#contract/text/leaf-text.ts';
import { MARKDOWN_KINDS, readKind } from '../schema/callout-kinds.ts';
import { readPicture } from '../schema/image.ts';
import { escapeText } from './escape-text.ts';
import { withNotesBehind } from './note-signs.ts';
import { writeHtml, writeInlineHtml } from './write-html.ts';
import { writeLine, writeLines } from './write-inline.ts';

export const toMarkdown = (doc: Node): string => `${writeBlocks(doc)}\n`;

/** Returns null where Markdown has no syntax. */
type WriteBlock = (node: Node, isSecond: boolean) => string | null;

const BLOCKS: Readonly<Record<string, WriteBlock>> = {
  paragraph: (node) => (isAligned(node) ? null : node.childCount === 0 ? '<br>' : writeLines(node)),
  heading: (node) => {
    if (isAligned(node)) return null;
    // A run of `#` at the end would count as a closing sequence.
    const text = writeLine(node).replace(/(?<=^|\s)#+$/, String.raw`\$&`);
    return `${'#'.repeat(Number(node.attrs['level']))} ${text}`.trimEnd();
  },
  blockquote: (node) => quote(writeBlocks(node)),
  // Alternating signs keep adjacent lists apart.
  bulletList: (node, isSecond) => writeList(node, () => (isSecond ? '+ ' : '* ')),
  taskList: (node, isSecond) => {
    if (node.children.some(({ firstChild }) => firstChild && isAligned(firstChild))) return null;
    return writeList(
      node,
      ({ attrs }) => `${isSecond ? '+' : '-'} [${attrs['checked'] === true ? 'x' : ' '}] `,
    );
  },
  orderedList: (node, isSecond) => {
    const { start, type } = node.attrs as { start: unknown; type: unknown };
    if (!isStart(start, node.childCount) || typeof type === 'string') return null;
    return writeList(node, (_item, index) => `${start + index}${isSecond ? ')' : '.'} `);
  },
  codeBlock: (node) => withNotesBehind(node, writeCode),
  horizontalRule: () => '---',
  image: (node) => {
    const { path, alt, widthPercent, pixels } = readPicture(node.attrs);
    if (path === null || widthPercent !== null || pixels !== null || /\p{Cc}/u.test(alt ?? '')) return null;
    return alt === '' ? null : `![${escapeText(alt ?? '', { isLast: false, inLink: true })}](${path})`;
  },
  table: writeTable,
  details: writeDetails,
  callout: writeCallout,
  blockMath: (node) => {
    const latex = readLatex(node.attrs);
    const isPlain = latex.trim() === latex && !/^\s*$/m.test(latex) && !latex.includes('$$');
    return isPlain ? `$$\n${latex}\n$$` : null;
  },
};

const writeBlock = (node: Node, isSecond: boolean): string =>
  BLOCKS[node.type.name]?.(node, isSecond) ?? withNotesBehind(node, writeHtml);

function writeBlocks(parent: Node): string {
  return isEmptyText(parent) ? '' : join(writeEach(parent));
}

function writeEach(parent: Node): string[] {
  let isSecond = true;
  return parent.children.map((node, index) => {
    isSecond = node.type === parent.maybeChild(index - 1)?.type && !isSecond;
    return writeBlock(node, isSecond);
  });
}

const join = (blocks: readonly string[]): string => blocks.join('\n\n');

/** Lists that can follow a paragraph without an empty line. */
const CLOSE = /^(?:[-+*]|1[.)]) +\S/;

function writeItem(item: Node): string {
  if (isEmptyText(item)) return '';
  const [first = '', second = '', ...rest] = writeEach(item);
  const isTask = item.type.name === 'taskItem';
  const { firstChild } = item;
  const isEmpty = firstChild?.childCount === 0;
  const isClose = CLOSE.test(second) && !isEmpty && firstChild && !isAligned(firstChild);
  const start = isTask && isEmpty ? '' : first;
  if (second === '') return start;
  return join(isClose ? [`${start}\n${second}`, ...rest] : [start, second, ...rest]);
}

function writeList(list: Node, writeMark: (item: Node, index: number) => string): string {
  const items = list.children.map((item, index) => {
    const mark = writeMark(item, index);
    const text = writeItem(item);
    // The box of a task belongs to its text.
    const width = mark.indexOf(' ') + 1;
    return (/^\S/.test(text) ? mark : mark.trimEnd()) + indent(text, ' '.repeat(width));
  });
  return items.join('\n');
}

const MOST = 999_999_999;

const isStart = (start: unknown, items: number): start is number =>
  typeof start === 'number' && Number.isInteger(start) && start >= 0 && start + items - 1 <= MOST;

function writeCode({ attrs, textContent }: Node): string {
  const language = typeof attrs['language'] === 'string' ? attrs['language'] : '';
  const info = language.replaceAll(/[\\&]/g, String.raw`\$&`);
  const sign = language.includes('`') ? '~' : '`';
  const longest = Math.max(2, ...[...textContent.matchAll(/`+|~+/g)].map(([signs]) => signs.length));
  const fence = sign.repeat(longest + 1);
  const code = textContent === '' ? '' : `${textContent}\n`;
  return `${fence}${sign === '~' ? ' ' : ''}${info}\n${code}${fence}`;
}

/** Requires a first row of header cells, as Markdown does, and one line per cell. */
function writeTable(table: Node): string | null {
  const [head] = table.children;
  const columns = head?.childCount ?? 0;
  const isPlain = table.children.every(
    (row, index) => row.childCount === columns && row.children.every((cell) => isLine(cell, index === 0)),
  );
  if (!head || columns === 0 || !isPlain) return null;
  const aligned = head.children.map((_cell, column) => alignmentOf(table, column));
  if (aligned.includes(null)) return null;
  const lines = table.children.map((row) => row.children.map(writeCell));
  lines.splice(1, 0, aligned.map(String));
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function isLine({ type, attrs, childCount, firstChild }: Node, isHead: boolean): boolean {
  const isSingle = attrs['colspan'] === 1 && attrs['rowspan'] === 1 && childCount === 1;
  return isSingle && (type.name === 'tableHeader') === isHead && firstChild?.type.name === 'paragraph';
}

const SIGNS_OF_ALIGNMENT: ReadonlyMap<unknown, string> = new Map([
  [null, '---'],
  ['left', ':---'],
  ['center', ':---:'],
  ['right', '---:'],
]);

/** Null when the cells of a column are not aligned alike. */
function alignmentOf(table: Node, column: number): string | null {
  const [first, ...others] = table.children.map(
    (row): unknown => row.child(column).firstChild?.attrs['textAlign'],
  );
  return others.every((other) => other === first) ? (SIGNS_OF_ALIGNMENT.get(first) ?? null) : null;
}

const writeCell = ({ firstChild }: Node): string =>
  firstChild ? writeLine(firstChild).replaceAll('|', String.raw`\|`) : '';

/** A selected part may lack the summary. */
function writeDetails({ children }: Node): string {
  const [summary, content] = ['detailsSummary', 'detailsContent'].map((name) =>
    children.find(({ type }) => type.name === name),
  );
  const writeHead = (text: Node): string => `<details>\n<summary>${writeInlineHtml(text)}</summary>`;
  const head = summary ? withNotesBehind(summary, writeHead) : '<details>\n<summary></summary>';
  const inside = content ? writeEach(content) : [];
  return inside.length === 0 ? `${head}\n</details>` : join([head, ...inside, '</details>']);
}

function writeCallout(node: Node): string {
  const { firstChild } = node;
  const inside = writeBlocks(node);
  const isText = firstChild?.type.name === 'paragraph' && firstChild.childCount > 0 && !isAligned(firstChild);
  const gap = inside === '' ? '' : isText ? '\n' : '\n\n';
  return quote(`[!${MARKDOWN_KINDS[readKind(node.attrs['kind'])]}]${gap}${inside}`);
}

/** A single empty paragraph. */
const isEmptyText = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 &&
  firstChild?.type.name === 'paragraph' &&
  firstChild.childCount === 0 &&
  !isAligned(firstChild);

const isAligned = ({ attrs }: Node): boolean => typeof attrs['textAlign'] === 'string';

const indent = (text: string, by: string): string => text.replaceAll(/\n(?!\n|$)/g, `\n${by}`);

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
