/** A stored block as the schema allows it: the server lets order and number of children free, and any address of a link. */
import { Mark, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
import type { LossBook } from '#contract/formats/loss.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { isLink } from '../schema/link-address.ts';
import { fitBlock, textBlocks } from './fit-block.ts';

/** One that fits stays as it is; one that cannot be filled becomes the blocks of text in it. */
export function fitSchema(
  block: DocumentNode,
  schema: Schema,
  book: LossBook,
  at: number,
): readonly DocumentNode[] {
  const linked = withoutRefusedLinks(block, book, at);
  if (isSound(linked, schema)) return [linked];
  const filled = fill(linked, schema, schema.topNodeType);
  if (filled) return fitBlock(filled.toJSON() as DocumentNode, book, at);
  book.note('unknown', 'simplified', plainText(linked), at);
  return textBlocks(linked).flatMap((one) => {
    const text = fill(one, schema, schema.topNodeType);
    return text ? [text.toJSON() as DocumentNode] : [];
  });
}

function withoutRefusedLinks(node: DocumentNode, book: LossBook, at: number): DocumentNode {
  const { marks, content } = node;
  const kept = marks?.filter(({ type, attrs }) => type !== 'link' || isLink(hrefOf(attrs)));
  if (kept && kept.length < marks!.length) book.note('link', 'simplified', plainText(node), at);
  return {
    ...node,
    ...(kept ? { marks: kept } : {}),
    ...(content ? { content: content.map((child) => withoutRefusedLinks(child, book, at)) } : {}),
  };
}

function hrefOf(attrs: object | undefined): string | null {
  const href: unknown = attrs && 'href' in attrs ? attrs.href : null;
  return typeof href === 'string' ? href : null;
}

function isSound(node: DocumentNode, schema: Schema): boolean {
  try {
    schema.nodeFromJSON(node).check();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Null where it cannot be made to fit. */
function fill(node: DocumentNode, schema: Schema, parent: NodeType): Node | null {
  const marks = parent.allowedMarks(
    (node.marks ?? []).reduce<readonly Mark[]>(
      (set, mark) => Mark.fromJSON(schema, mark).addToSet(set),
      Mark.none,
    ),
  );
  if (node.text !== undefined) return schema.text(node.text, marks);
  const type = schema.nodes[node.type];
  if (!type) return null;
  const children = childrenOf(node).map((child) => fill(child, schema, type));
  const content = children.filter((child) => child !== null);
  return content.length < children.length ? null : type.createAndFill(node.attrs, content, marks);
}
