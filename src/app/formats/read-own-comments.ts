/** The comments of a page that was downloaded here, which stand below its text. */
import type { ArrivingThread } from '#contract/formats/arriving-text.ts';
import type { LossBook } from '#contract/formats/loss.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { childOf, elementsOf, isElement, parseXml, type XmlElement } from './docx/read-xml.ts';

export interface OwnThread extends ArrivingThread {
  readonly quote: string;
  /** Whether it stood at a part of the text. */
  readonly hadPlace: boolean;
}

const COMMENTS = /<\/main>\s*(<section data-type="comments">[^]*<\/section>)/;
const ID = /^comment-(\d{1,6})$/;

/** Their ids are the numbers that the page shows. A section that was damaged is a loss. */
export function readOwnComments(page: string, book: LossBook): readonly OwnThread[] {
  const section = COMMENTS.exec(page)?.[1];
  if (section === undefined) return [];
  // As we write it, only this differs from XML.
  const root = parseXml(new TextEncoder().encode(section.replaceAll(/<(br|img[^>]*)>/g, '<$1/>')));
  if (typeof root === 'string') {
    for (const _one of section.matchAll(/<aside[\s>]/g)) book.note('comment', 'lost');
    return [];
  }
  return elementsOf(root).filter(named('aside')).flatMap(readThread);
}

const named =
  (name: string) =>
  (one: XmlElement): boolean =>
    one.name === name;

function readThread(aside: XmlElement): OwnThread[] {
  const id = ID.exec(aside.attributes['id'] ?? '')?.[1];
  const head = childOf(aside, 'p');
  if (id === undefined || head === undefined) return [];
  return [
    {
      id,
      quote: wordsOf(childOf(head, 'q')),
      hadPlace: childOf(head, 'a') !== undefined,
      isResolved: childOf(head, 'em') !== undefined,
      comments: elementsOf(aside).filter(named('div')).flatMap(readComment),
    },
  ];
}

function readComment(entry: XmlElement): ArrivingThread['comments'][number][] {
  const [head, ...content] = elementsOf(entry);
  // A deleted one is a sentence of the page; text has a direction.
  if (content.some(({ name, attributes }) => name === 'p' && attributes['dir'] === undefined)) return [];
  const at = new Date(childOf(head, 'time')?.attributes['datetime'] ?? '');
  return [
    {
      author: wordsOf(childOf(head, 'strong')),
      at: Number.isNaN(at.getTime()) ? null : at,
      content: content.flatMap(readBlock),
    },
  ];
}

const BLOCKS: Readonly<Record<string, string>> = {
  p: 'paragraph',
  ul: 'bulletList',
  ol: 'orderedList',
  li: 'listItem',
};

function readBlock(block: XmlElement): DocumentNode[] {
  const type = BLOCKS[block.name];
  if (type === undefined) return [];
  const content =
    type === 'paragraph' ? readInline(block, []) : elementsOf(block).flatMap((child) => readBlock(child));
  return [{ type, ...(content.length > 0 ? { content } : {}) }];
}

type Marks = NonNullable<DocumentNode['marks']>;

const MARKS: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', code: 'code' };

/** Mentions are names: the people may not be here. */
const readInline = (parent: XmlElement, marks: Marks): DocumentNode[] =>
  parent.children.flatMap((child): DocumentNode[] => {
    if (!isElement(child)) {
      const text: DocumentNode = { type: 'text', text: child };
      return child === '' ? [] : [marks.length > 0 ? { ...text, marks } : text];
    }
    if (child.name === 'br') return [{ type: 'hardBreak' }];
    const type = MARKS[child.name];
    const href = child.name === 'a' ? child.attributes['href'] : undefined;
    const own = type ? [{ type }] : href === undefined ? [] : [{ type: 'link', attrs: { href } }];
    return readInline(child, [...marks, ...own]);
  });

const wordsOf = (element: XmlElement | undefined): string =>
  element === undefined
    ? ''
    : element.children.map((child) => (isElement(child) ? wordsOf(child) : child)).join('');
