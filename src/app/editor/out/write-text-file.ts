import { LossBook } from '#contract/formats/loss.ts';
import type { LeavingText, WrittenFile } from '#contract/formats/leaving-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { readPicture } from '../schema/image.ts';
import { labelsOf } from './file-labels.ts';
import { nameFile } from './name-file.ts';

/** The text alone, with an empty line between blocks. */
export function writeTextFile({ title, language, doc, threads }: LeavingText): WrittenFile {
  const book = new LossBook();
  const blocks = childrenOf(doc);
  for (const [block, node] of blocks.entries())
    // The empty line for the caret below a picture is no formatting.
    if (block < blocks.length - 1 || !isEmptyLine(node)) noteLosses(node, block, book);
  for (const { quote, comments } of threads)
    for (const _comment of comments) book.note('comment', 'lost', quote);
  const text = childrenOf(doc)
    .map((block) => plainText(block).trimEnd())
    .filter((block) => block !== '')
    .join('\n\n');
  // Lines without an empty one between them may be paragraphs.
  if (!text.includes('\n\n') && text.includes('\n')) book.note('formatting', 'changed', text);
  return {
    name: nameFile(title.trim() || labelsOf(language).untitled, 'txt'),
    type: 'text/plain;charset=utf-8',
    bytes: new TextEncoder().encode(`${text}\n`),
    losses: book.list(),
  };
}

const isEmptyLine = ({ type, attrs, content = [] }: DocumentNode): boolean =>
  type === 'paragraph' && content.length === 0 && typeof attrs?.['textAlign'] !== 'string';

/** The lines of these are all there is to them. */
const PLAIN: ReadonlySet<string> = new Set([
  'doc',
  'paragraph',
  'text',
  'hardBreak',
  'listItem',
  'taskItem',
  'tableRow',
  'tableHeader',
  'tableCell',
  'detailsSummary',
  'detailsContent',
]);

function noteLosses(node: DocumentNode, block: number, book: LossBook): void {
  const { type, attrs = {}, marks = [] } = node;
  const words = plainText(node);
  if (type === 'image') book.note('picture', 'lost', readPicture(attrs).alt ?? '', block);
  else if (type === 'table') book.note('table', 'simplified', words, block);
  else if (type === 'inlineMath' || type === 'blockMath') book.note('formula', 'simplified', words, block);
  else if (type === 'paragraph' && words.trim() === '') book.note('formatting', 'lost', '', block);
  // Breaks at its ends are no lines of a file.
  else if (type === 'paragraph' && words !== words.trim()) book.note('formatting', 'changed', words, block);
  else if (!PLAIN.has(type) || typeof attrs['textAlign'] === 'string')
    book.note('formatting', 'lost', words, block);
  for (const mark of marks)
    if (mark.type === 'link') book.note('link', 'simplified', words, block);
    else book.note('formatting', 'lost', words, block);
  for (const child of childrenOf(node)) noteLosses(child, block, book);
}
