/** A block within the limits of the log: how deep blocks are nested, how long attributes are. */
import { fittingAttributes, fittingMark } from '#contract/document-grammar.ts';
import type { LossBook } from '#contract/formats/loss.ts';
import { MAX_ATTRIBUTE_CHARS, MAX_DEPTH } from '#contract/limits.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';

/** A block that is nested too deep becomes the blocks of text in it. */
export function fitBlock(block: DocumentNode, book: LossBook, at: number): readonly DocumentNode[] {
  const fit = fitNode(block, book, at);
  if (heightOf(fit) <= MAX_DEPTH) return [fit];
  book.note('depth', 'simplified', plainText(block), at);
  return textBlocks(fit);
}

/** Of blocks; a text block has one. */
function heightOf(node: DocumentNode): number {
  let height = 0;
  for (let level: readonly DocumentNode[] = [node]; level.length > 0; height += 1)
    level = level.flatMap(childrenOf).filter(({ type }) => !INLINE.has(type));
  return height;
}

const INLINE: ReadonlySet<string> = new Set(['text', 'hardBreak', 'mention', 'inlineMath']);

const TEXT_BLOCKS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock']);
const LEAVES: ReadonlySet<string> = new Set(['image', 'horizontalRule', 'blockMath']);

export function textBlocks(node: DocumentNode): readonly DocumentNode[] {
  if (TEXT_BLOCKS.has(node.type)) return childrenOf(node).length > 0 ? [node] : [];
  if (node.type === 'detailsSummary') return [{ ...node, type: 'paragraph' }];
  return LEAVES.has(node.type) ? [node] : childrenOf(node).flatMap(textBlocks);
}

function fitNode(node: DocumentNode, book: LossBook, at: number): DocumentNode {
  const { type, attrs, marks, content, text } = node;
  const latex: unknown = attrs?.['latex'];
  if (typeof latex === 'string' && latex.length > MAX_ATTRIBUTE_CHARS) {
    book.note('formula', 'simplified', latex, at);
    const words: DocumentNode = { type: 'text', text: latex };
    return type === 'inlineMath' ? words : { type: 'paragraph', content: [words] };
  }
  return {
    type,
    ...fitAttributes(type, attrs),
    ...(marks
      ? {
          marks: marks.map((mark) => ({
            type: mark.type,
            ...(mark.attrs ? { attrs: fittingMark(mark.type, mark.attrs) } : {}),
          })),
        }
      : {}),
    ...(content ? { content: content.map((child) => fitNode(child, book, at)) } : {}),
    ...(text === undefined ? {} : { text }),
  };
}

/** Those without a value are left out, as the editor's binding does. */
function fitAttributes(type: string, attrs: DocumentNode['attrs'] = {}): Pick<DocumentNode, 'attrs'> {
  const fit = Object.entries(fittingAttributes(type, attrs)).filter(([, value]) => value !== null);
  return fit.length === 0 ? {} : { attrs: Object.fromEntries(fit) };
}
