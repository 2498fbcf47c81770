import { LossBook } from '#contract/formats/loss.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { documentSchema } from '../schema/document-schema.ts';
import { fitSchema } from './fit-schema.ts';
import type { Pictures } from './read-addresses.ts';
import type { ReadBlocks } from './read-blocks.ts';
import { takeSigns } from './take-signs.ts';

const PICTURE = 'picture:';

/** Nodes of a file that was written here. It may be from anybody: what the server stores need not fit the schema. */
export function placeNodes(nodes: readonly DocumentNode[], pictures: Pictures): ReadBlocks {
  const book = new LossBook();
  const place = (node: DocumentNode, block: number): DocumentNode[] => {
    const src: unknown = node.attrs?.['src'];
    if (node.type === 'image' && typeof src === 'string' && src.startsWith(PICTURE)) {
      const path = pictures.get(src.slice(PICTURE.length));
      if (path !== undefined) return [{ ...node, attrs: { ...node.attrs, src: path } }];
      book.note('picture', 'lost', src.slice(PICTURE.length), block);
      return [];
    }
    return [node.content ? { ...node, content: node.content.flatMap((child) => place(child, block)) } : node];
  };
  const schema = documentSchema();
  const placed = nodes.flatMap((node, at) =>
    place(node, at).flatMap((block) => fitSchema(block, schema, book, at)),
  );
  const { nodes: bare, ranges } = takeSigns(placed);
  return { nodes: bare, threads: ranges, losses: book.list() };
}
