/** The text of a document as threads quote it, with the units that it consists of. */
import * as Y from 'yjs';
import { TEXT_ROOT } from '../document-schema.ts';
import type { Id } from '../authorship/id-ranges.ts';
import { leafText } from '../text/leaf-text.ts';
import { readNode, typeOf } from '../lineage/read-lines.ts';
import { cutText } from '../cut-text.ts';
import { MAX_HEADING_CHARS } from './thread.ts';

/** Units of one item, or one node, and the text that it shows. */
export interface Piece extends Id {
  /** Units. */
  readonly length: number;
  /** Place in the whole text. */
  readonly start: number;
  readonly text: string;
  /** A node has one unit, however long its text is; so does a table, whose text is in other pieces. */
  readonly isNode: boolean;
  readonly block: Block;
}

/** A text block, or a node that stands between text blocks. */
export interface Block {
  readonly item: Y.Item;
  start: number;
  end: number;
  /** The last heading above it. */
  readonly heading: string;
}

export interface Passages {
  /** All blocks, without anything between them. */
  readonly text: string;
  /** The same without line breaks. */
  readonly flat: string;
  readonly pieces: readonly Piece[];
  readonly blocks: readonly Block[];
  /** Place of each living item in document order. */
  readonly order: ReadonlyMap<Y.Item, number>;
}

/** Nodes whose content are other blocks, and which a thread may stand at as a whole. */
const HOLDERS: ReadonlySet<string> = new Set(['table']);

export function readPassages(doc: Y.Doc): Passages {
  const pieces: Piece[] = [];
  const blocks: Block[] = [];
  const order = new Map<Y.Item, number>();
  const parts: string[] = [];
  let length = 0;
  let heading = '';
  const add = (item: Y.Item, text: string, isNode: boolean, block: Block): void => {
    const { client, clock } = item.id;
    pieces.push({ client, clock, length: isNode ? 1 : item.length, start: length, text, isNode, block });
    parts.push(text);
    length += text.length;
    block.end = length;
  };
  const open = (item: Y.Item): Block => {
    const block = { item, start: length, end: length, heading };
    blocks.push(block);
    return block;
  };
  const visit = (parent: Y.AbstractType<unknown>, around: Block | null): void => {
    for (let item = parent._start; item; item = item.right) {
      if (item.deleted) continue;
      order.set(item, order.size);
      const type = typeOf(item);
      if (item.content instanceof Y.ContentString && around) add(item, item.content.str, false, around);
      else if (type instanceof Y.XmlText) visit(type as Y.AbstractType<unknown>, around ?? open(item));
      else if (type instanceof Y.XmlElement) enter(item, type, around);
    }
  };
  const enter = (item: Y.Item, element: Y.XmlElement, around: Block | null): void => {
    const { attributes } = readNode(element);
    const own = leafText(element.nodeName, attributes) ?? (element.length === 0 ? altOf(attributes) : null);
    if (own !== null) return add(item, own, true, around ?? open(item));
    if (HOLDERS.has(element.nodeName)) add(item, '', true, { item, start: length, end: length, heading });
    const isBlock = element.toArray().some((child) => child instanceof Y.XmlText);
    const first = parts.length;
    visit(element as Y.AbstractType<unknown>, isBlock ? open(item) : around);
    if (element.nodeName === 'heading') heading = cutText(parts.slice(first).join(''), MAX_HEADING_CHARS);
  };
  visit(doc.getXmlFragment(TEXT_ROOT) as Y.AbstractType<unknown>, null);
  const text = parts.join('');
  return { text, flat: withoutBreaks(text), pieces, blocks, order };
}

export const withoutBreaks = (text: string): string => text.replaceAll('\n', '');

const altOf = ({ alt }: Readonly<Record<string, unknown>>): string => (typeof alt === 'string' ? alt : '');
