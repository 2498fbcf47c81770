/** Reads HTML with parse5, as a program would that knows nothing of ours. */
import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { block, outlineOf, type Block } from './outline.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export function outlineOfHtml(html: string): string {
  const root = parse(html).childNodes.find((node) => adapter.isElementNode(node));
  const body = root && childrenOf(root).find((node) => nameOf(node) === 'body');
  return outlineOf(body ? blocksOf(childrenOf(body)) : []);
}

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);
const nameOf = (node: Node): string => ('tagName' in node ? node.tagName : '');
const attribute = (node: Node, name: string): string | undefined =>
  'attrs' in node ? node.attrs.find((one) => one.name === name)?.value : undefined;
const find = (node: Node, name: string): Node | undefined =>
  nameOf(node) === name
    ? node
    : childrenOf(node).reduce<Node | undefined>((found, child) => found ?? find(child, name), undefined);

const MARKS: Readonly<Record<string, string>> = {
  strong: 'b',
  b: 'b',
  em: 'i',
  i: 'i',
  u: 'u',
  s: 's',
  del: 's',
  code: 'c',
  mark: 'mark',
  sup: 'sup',
  sub: 'sub',
};
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr table tbody tr div details summary section img'.split(' '),
);
const isBlock = (node: Node): node is Element => BLOCKS.has(nameOf(node));

function blocksOf(nodes: readonly Node[]): Block[] {
  const blocks: Block[] = [];
  let line: Node[] = [];
  const endLine = (): void => {
    const text = textOf(line);
    if (text.trim() !== '') blocks.push(block('p', text));
    line = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) line.push(node);
    else {
      endLine();
      blocks.push(...read(node));
    }
  }
  endLine();
  return blocks;
}

function read(node: Element): Block[] {
  const children = childrenOf(node);
  const inner = (): Block[] => blocksOf(children);
  switch (node.tagName) {
    case 'ul':
      return [block('ul', '', inner())];
    case 'ol':
      return [block(`ol ${attribute(node, 'start') ?? '1'}`, '', inner())];
    case 'li':
      return [readItem(node)];
    case 'blockquote':
      return [block('quote', '', inner())];
    case 'pre':
      return [block(`code ${readLanguage(node)}`.trim(), plainOf(node).replace(/\n$/, ''))];
    case 'hr':
      return [block('line')];
    case 'img':
      return [block('image', attribute(node, 'alt') ?? '')];
    case 'tr':
      return [block('row', children.filter(isBlockOrCell).map(cellOf).join(' | '))];
    case 'table':
      return [block('table', '', inner())];
    case 'details':
      return [block('details', '', inner())];
    case 'tbody':
    case 'div':
    case 'section':
      return inner();
    default:
      return [block(node.tagName, textOf(children))];
  }
}

const isBlockOrCell = (node: Node): boolean => ['td', 'th'].includes(nameOf(node));
const cellOf = (cell: Node): string =>
  blocksOf(childrenOf(cell))
    .map(({ text }) => text)
    .join(' ');

function readItem(item: Element): Block {
  const box = find(item, 'input');
  const content = childrenOf(item).filter((node) => nameOf(node) !== 'label');
  const isTask = box !== undefined && attribute(item, 'data-type') === 'taskItem';
  const kind = isTask ? `task ${attribute(box, 'checked') === undefined ? '-' : 'x'}` : 'li';
  return block(kind, '', blocksOf(content));
}

function readLanguage(pre: Element): string {
  const code = find(pre, 'code');
  return /language-(\S+)/.exec((code && attribute(code, 'class')) ?? '')?.[1] ?? '';
}

const plainOf = (node: Node): string =>
  'value' in node ? node.value : childrenOf(node).map(plainOf).join('');

const textOf = (nodes: readonly Node[]): string => nodes.map(readInline).join('');

function readInline(node: Node): string {
  if ('value' in node) return node.value;
  const name = nameOf(node);
  if (name === 'br') return '⏎';
  const text = textOf(childrenOf(node));
  const mark = MARKS[name];
  if (mark !== undefined) return `<${mark}>${text}</${mark}>`;
  return name === 'a' ? `<a ${attribute(node, 'href') ?? ''}>${text}</a>` : text;
}
